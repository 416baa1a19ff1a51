import type { Cards, ClientHistory } from '../engine.ts';
import { builtInEngine } from './engine.ts';

/** The entry point of a worker thread: computes the cards of one history. */
export default (history: ClientHistory): Promise<Cards> =>
  builtInEngine.compute(history, new AbortController().signal);
