import lexicon from './lexicon.json' with { type: 'json' };
import type { Groups, Pattern } from './phrases.ts';

/** Groups of words that patterns name as `@name`. */
export const groups: Groups = new Map(
  Object.entries(lexicon.groups).map(([name, words]) => [name, words.split('|')]),
);

/** The patterns of `lexicon.json`, where they stand below headings such as `friction event 3 planned`. */
export const patterns: readonly Pattern[] = Object.entries(lexicon.patterns).flatMap(
  ([heading, notations]) => {
    const traits = traitsOf(heading);
    return notations.map((notation) => ({ ...traits, notation }));
  },
);

/** @throws Error unless the heading names a kind and what else a pattern must have */
function traitsOf(heading: string): Omit<Pattern, 'notation'> {
  const words = new Set(heading.split(' '));
  const has = (word: string) => words.delete(word);
  const one = <T>(values: readonly T[]) => values.find((value) => has(String(value)));
  const kind = one(['win', 'friction', 'neutral'] as const);
  const basis = kind === 'neutral' ? 'event' : one(['event', 'feeling'] as const);
  const weight = kind === 'neutral' ? 2 : one([2, 3] as const);
  const flags = { fixed: has('fixed'), planned: has('planned') };
  if (kind === undefined || basis === undefined || weight === undefined || words.size > 0)
    throw new Error(`unknown heading in the lexicon: ${heading}`);
  return { kind, basis, weight, ...flags };
}
