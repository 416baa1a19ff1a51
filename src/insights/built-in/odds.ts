import { faults } from './complaint.ts';
import weights from './weights.json' with { type: 'json' };
import { wordSet } from './words.ts';

const problems = wordSet(
  'problem problems issue issues error errors bug bugs failure failures trouble delay delays',
);

/** `@problem` for any of the nouns above, `@fault` for any other word for a fault. */
function generalized(word: string): string {
  if (problems.has(word)) return '@problem';
  return faults.has(word) ? '@fault' : word;
}

/** In words. */
const long = 28;

/**
 * The features of a sentence that may have a weight: its words, `a_b` for neighbours, `a_*_b` for words with one between them,
 * `^` for the beginning, and after `=` its signal, and whether it is a question, is long, or is from
 * a long report.
 * @param tokens as of `wordsOf`
 * @param signal by the expressions of the lexicon
 * @param isNarrative true for a sentence from a long report of a call or meeting, or from a long note
 */
export function featuresOf(
  tokens: readonly string[],
  signal: {
    readonly kind: string;
    readonly strength: number;
    readonly isGrave: boolean;
  } | null,
  isQuestion: boolean,
  isNarrative: boolean,
): ReadonlySet<string> {
  const words = tokens.map(generalized);
  const features = new Set([...tokens, ...words]);
  for (const [at, word] of words.entries()) {
    features.add(`${words[at - 1] ?? '^'}_${word}`);
    if (at > 1) features.add(`${words[at - 2]}_*_${word}`);
  }
  features.add(signal === null ? '=none' : `=${signal.kind}${signal.strength}`);
  if (signal?.isGrave) features.add('=grave');
  if (isQuestion) features.add('=question');
  if (words.length >= long) features.add('=long');
  if (isNarrative) features.add('=narrative');
  return features;
}

/** In `weights.json`, each weight is followed by the features that have it, separated by spaces. */
const tables = new Map(
  Object.entries(weights).map(([category, groups]) => {
    const entries = Object.entries(groups).flatMap(([weight, lines]) =>
      lines.flatMap((line) => line.split(' ')).map((feature) => [feature, Number(weight)] as const),
    );
    return [category, new Map(entries)];
  }),
);

/** The logarithm of the odds that a sentence is of a category, by logistic regression (decision record 0059). English only. */
export function oddsOf(category: keyof typeof weights, features: ReadonlySet<string>): number {
  const table = tables.get(category);
  let odds = table?.get('=any') ?? 0;
  for (const feature of features) odds += table?.get(feature) ?? 0;
  return odds;
}
