import { faults } from './complaint.ts';
import weights from './complaint-weights.json' with { type: 'json' };
import type { Signal } from './signals.ts';
import { wordSet, wordsOf } from './words.ts';

/**
 * The weights of words and of pairs of neighbours. `@problem` is any of the nouns below, `@fault` any other word for a fault,
 * `^` the beginning, and `,` the end of a clause.
 */
const weightOf: ReadonlyMap<string, number> = new Map(Object.entries(weights));

const problems = wordSet(
  'problem problems issue issues error errors bug bugs failure failures trouble delay delays',
);

function generalized(word: string): string {
  if (problems.has(word)) return '@problem';
  return faults.has(word) ? '@fault' : word;
}

/** In words. */
const long = 28;
/** In UTF-16 units; only the beginning of a longer sentence is rated. */
const longestRated = 600;

/**
 * Rates how likely a sentence tells of a problem that its writer has, and does not explain, guess, advise or suppose: the
 * logarithm of the odds. The weights are rounded from a regression on 2,500 sentences of 19 public mailing lists, each
 * judged by a reader, and 800 that were written for it; those of "please" and of fragments were left out. English only.
 * @param signal the win or friction that it shows
 */
export function complaintOdds(sentence: string, signal: Signal | null): number {
  const words = wordsOf(sentence.slice(0, longestRated)).map(generalized);
  const pairs = words.map((word, at) => `${words[at - 1] ?? '^'} ${word}`);
  const strength = signal?.kind === 'friction' ? signal.strength : 0;
  let odds =
    -0.1 - Number(strength === 0) * 1.2 + Number(strength === 3) * 0.4 - Number(words.length >= long) * 0.4;
  for (const each of new Set([...words, ...pairs])) odds += weightOf.get(each) ?? 0;
  return odds;
}
