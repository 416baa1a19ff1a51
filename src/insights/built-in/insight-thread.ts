import type { Cards, ClientHistory } from '../engine.ts';
import { builtInEngine } from './engine.ts';

/** The program of a thread: computes the cards of one history. */
export default (history: ClientHistory): Promise<Cards> =>
  builtInEngine.compute(history, new AbortController().signal);
