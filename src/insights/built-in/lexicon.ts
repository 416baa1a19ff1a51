import lexicon from './lexicon.json' with { type: 'json' };
import type { Groups, Pattern } from './phrases.ts';

/** Groups of words that patterns name as `@name`. */
export const groups: Groups = new Map(
  Object.entries(lexicon.groups).map(([name, words]) => [name, words.split('|')]),
);

/** The patterns of `lexicon.json`, where they stand below headings such as `friction event 3 planned`. */
export const patterns: readonly Pattern[] = Object.entries(lexicon.patterns).flatMap(
  ([heading, notations]) => {
    const traits = traitsOf(new Set(heading.split(' ')));
    return notations.map((notation) => ({ ...traits, notation }));
  },
);

function traitsOf(heading: ReadonlySet<string>): Omit<Pattern, 'notation'> {
  return {
    kind: heading.has('win') ? 'win' : heading.has('friction') ? 'friction' : 'neutral',
    basis: heading.has('feeling') ? 'feeling' : 'event',
    weight: heading.has('3') ? 3 : 2,
    fixed: heading.has('fixed'),
    planned: heading.has('planned'),
  };
}
