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
   * Words separated by spaces. `a|b` is either word, `word?` an optional word, `…` up to four words, `#` a number, `,` the
   * end of a clause, `@name` a group of words.
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

const longestGap = 4;
/** Words that no gap may skip, because they would change the meaning. */
const unskipped = wordSet(', not no never nobody none nothing but solved fixed resolved');

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
    const longest = words.map((_, start) => this.#longestAt(words, start));
    const found: Match[] = [];
    for (let start = 0; start < words.length; ) {
      const best = longest[start];
      if (best === undefined || isOvertaken(best, longest)) start += 1;
      else {
        found.push(best);
        start = best.end;
      }
    }
    return found;
  }

  #longestAt(words: readonly string[], start: number): Match | undefined {
    let best: Match | undefined;
    for (const { pattern, parts } of this.#byFirstWord.get(words[start] ?? '') ?? []) {
      const end = endOfMatch(parts, words, start, 0);
      if (end <= start || (best !== undefined && end < best.end)) continue;
      if (best === undefined || end > best.end || outranks(pattern, best.pattern))
        best = { pattern, start, end };
    }
    return best;
  }
}

/** True for a fixed or neutral expression. */
const isFirm = ({ pattern }: Match) => pattern.fixed || pattern.kind === 'neutral';

/** True if a firm expression begins inside a match and extends beyond it: "happy to help" overtakes "am happy". */
const isOvertaken = (match: Match, longest: readonly (Match | undefined)[]): boolean =>
  !isFirm(match) &&
  longest
    .slice(match.start + 1, match.end)
    .some((other) => other !== undefined && other.end > match.end && isFirm(other));

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
  const words = (optional ? notation.slice(0, -1) : notation)
    .split('|')
    .flatMap((word) => (word.startsWith('@') ? (groups.get(word.slice(1)) ?? []) : [word]));
  return { words: new Set(words), optional };
}

/** Orders matches of equal length: neutral first, then by weight. */
function outranks(a: Pattern, b: Pattern): boolean {
  const rank = ({ kind, weight }: Pattern) => (kind === 'neutral' ? 4 : weight);
  return rank(a) > rank(b);
}
