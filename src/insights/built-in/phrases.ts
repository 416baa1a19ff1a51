import { wordSet } from './words.ts';

/** A line of the lexicon: expressions with the same meaning. */
export interface Pattern {
  readonly kind: 'win' | 'friction' | 'neutral';
  readonly basis: 'event' | 'feeling';
  /** 3 is strong. */
  readonly weight: 2 | 3;
  /** Holds regardless of negation, doubt or condition around it. */
  readonly fixed: boolean;
  /** Also counts as a plan or threat: "we may have to cancel". */
  readonly planned: boolean;
  /**
   * Words separated by spaces. `a|b` is either word, `fix~` any regular inflection, `word?` an optional word, `…` up to
   * four words, `#` a number, `,` the end of a clause, `@name` a group of words.
   */
  readonly notation: string;
}

/** Words by the name of their group. */
export type Groups = ReadonlyMap<string, readonly string[]>;

interface Part {
  /** Null for a gap. */
  readonly words: ReadonlySet<string> | null;
  readonly optional: boolean;
}

interface Phrase {
  readonly pattern: Pattern;
  readonly parts: readonly Part[];
}

export interface Match {
  readonly pattern: Pattern;
  readonly start: number;
  /** After the last word. */
  readonly end: number;
}

/** The longest match by its start. */
type Longest = Map<number, Match | undefined>;

const longestGap = 4;
/** Words that no gap may skip, because they would change the meaning. */
const unskipped = wordSet(', not no never nobody none nothing but solved fixed resolved');

/** The regular forms of a noun or verb: `stop` gives stop, stops, stopped, stopping. */
function inflections(word: string): string[] {
  if (/[^aeiou]y$/.test(word))
    return [word, `${word.slice(0, -1)}ies`, `${word.slice(0, -1)}ied`, `${word}ing`];
  const third = /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
  if (word.endsWith('e')) return [word, third, `${word}d`, `${word.slice(0, -1)}ing`];
  const stem = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(word) ? word + word.slice(-1) : word;
  return [word, third, `${stem}ed`, `${stem}ing`];
}

function wordsOfPart(notation: string, groups: Groups): string[] {
  return notation
    .split('|')
    .flatMap((word) => (word.startsWith('@') ? (groups.get(word.slice(1)) ?? []) : [word]))
    .flatMap((word) => (word.endsWith('~') ? inflections(word.slice(0, -1)) : [word]));
}

/** Finds the expressions of some patterns in a list of lower-case words. */
export class Phrasebook {
  readonly #byFirstWord = new Map<string, Phrase[]>();

  constructor(patterns: readonly Pattern[], groups: Groups) {
    for (const pattern of patterns) {
      const phrase = {
        pattern,
        parts: pattern.notation.split(' ').map((notation) => partOf(notation, groups)),
      };
      const required = phrase.parts.findIndex(({ optional }) => !optional);
      for (const { words } of phrase.parts.slice(0, required + 1))
        for (const word of words ?? []) {
          const phrases = this.#byFirstWord.get(word) ?? [];
          this.#byFirstWord.set(word, phrases);
          phrases.push(phrase);
        }
    }
  }

  /** Matches from left to right. The longest match at a word wins, and matches do not overlap. */
  matches(words: readonly string[]): Match[] {
    const longest: Longest = new Map();
    const found: Match[] = [];
    for (let start = 0; start < words.length; ) {
      const best = this.#longestAt(words, start, longest);
      if (best === undefined || this.#isOvertaken(best, words, longest)) start += 1;
      else {
        found.push(best);
        start = best.end;
      }
    }
    return found;
  }

  /** True if a fixed or neutral expression begins inside a match and extends beyond it: "happy to help" overtakes "am happy". */
  #isOvertaken({ pattern, start, end }: Match, words: readonly string[], longest: Longest): boolean {
    if (pattern.fixed || pattern.kind === 'neutral') return false;
    for (let inner = start + 1; inner < end; inner += 1) {
      const other = this.#longestAt(words, inner, longest);
      if (other !== undefined && other.end > end && (other.pattern.fixed || other.pattern.kind === 'neutral'))
        return true;
    }
    return false;
  }

  /** @param longest the matches found so far in these words */
  #longestAt(words: readonly string[], start: number, longest: Longest): Match | undefined {
    if (longest.has(start)) return longest.get(start);
    let best: Match | undefined;
    for (const { pattern, parts } of this.#byFirstWord.get(words[start] ?? '') ?? []) {
      const end = endOfMatch(parts, words, start, 0);
      if (end <= start || (best !== undefined && end < best.end)) continue;
      if (best === undefined || end > best.end || outranks(pattern, best.pattern))
        best = { pattern, start, end };
    }
    longest.set(start, best);
    return best;
  }
}

/** The end of a match of `parts` from `at`, with gaps as long as possible; -1 if there is none. */
function endOfMatch(parts: readonly Part[], words: readonly string[], at: number, part: number): number {
  const expected = parts[part];
  if (expected === undefined) return at;
  if (expected.words === null) {
    let last = at;
    while (last < at + longestGap && last < words.length && !unskipped.has(words[last] ?? '')) last += 1;
    for (let next = last; next >= at; next -= 1) {
      const end = endOfMatch(parts, words, next, part + 1);
      if (end >= 0) return end;
    }
    return -1;
  }
  const end = expected.words.has(words[at] ?? '') ? endOfMatch(parts, words, at + 1, part + 1) : -1;
  return end >= 0 || !expected.optional ? end : endOfMatch(parts, words, at, part + 1);
}

function partOf(notation: string, groups: Groups): Part {
  if (notation === '…') return { words: null, optional: true };
  const optional = notation.endsWith('?');
  return { words: new Set(wordsOfPart(optional ? notation.slice(0, -1) : notation, groups)), optional };
}

/** Orders matches of equal length: neutral first, then by weight. */
function outranks(a: Pattern, b: Pattern): boolean {
  const rank = ({ kind, weight }: Pattern) => (kind === 'neutral' ? 4 : weight);
  return rank(a) > rank(b);
}
