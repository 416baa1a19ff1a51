import type { ClientHistory, Insights } from '../engine.ts';
import { builtInEngine } from './engine.ts';

/** The entry point of a worker thread: computes the insights of one history. */
export default (history: ClientHistory): Promise<Insights> => builtInEngine.compute(history);
