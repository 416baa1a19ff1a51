export { utterancesOf } from './own-words.ts';
export { sentencesOf } from './sentences.ts';
export { type Signal, signalOf } from './signals.ts';
export { toneOf } from './tone.ts';
export type { Utterance } from './turns.ts';
