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

/** A word as a number, which compares several times faster. */
type Word = number;

interface Part {
  /** Null for a gap. */
  readonly words: ReadonlySet<Word> | null;
  readonly optional: boolean;
}

interface Phrase {
  readonly pattern: Pattern;
  readonly parts: readonly Part[];
}

/** The phrases that can begin with one word. */
interface Opening {
  /** Phrases by their second word, if it is required. Rules out most phrases early. */
  readonly bySecondWord: Map<Word, Phrase[]>;
  readonly others: Phrase[];
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
const unskipped = ', not no never nobody none nothing but solved fixed resolved'.split(' ');
const unknown: Word = 0;

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
  readonly #vocabulary = new Map<string, Word>();
  readonly #byFirstWord: (Opening | undefined)[] = [];
  readonly #unskipped: ReadonlySet<Word>;

  constructor(patterns: readonly Pattern[], groups: Groups) {
    this.#unskipped = new Set(unskipped.map((word) => this.#learn(word)));
    for (const pattern of patterns) {
      const parts = pattern.notation.split(' ').map((notation) => this.#partOf(notation, groups));
      this.#add({ pattern, parts }, certainSecond(parts));
    }
  }

  /** Matches from left to right. The longest match at a word wins, and matches do not overlap. */
  matches(tokens: readonly string[]): Match[] {
    const words = tokens.map((token) => this.#vocabulary.get(token) ?? unknown);
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
  #isOvertaken({ pattern, start, end }: Match, words: readonly Word[], longest: Longest): boolean {
    if (pattern.fixed || pattern.kind === 'neutral') return false;
    for (let inner = start + 1; inner < end; inner += 1) {
      const other = this.#longestAt(words, inner, longest);
      if (other !== undefined && other.end > end && (other.pattern.fixed || other.pattern.kind === 'neutral'))
        return true;
    }
    return false;
  }

  /** @param longest the matches found so far in these words */
  #longestAt(words: readonly Word[], start: number, longest: Longest): Match | undefined {
    if (longest.has(start)) return longest.get(start);
    const opening = this.#byFirstWord[words[start] ?? unknown];
    if (opening === undefined) return undefined;
    const pairs = opening.bySecondWord.get(words[start + 1] ?? unknown) ?? [];
    const best = this.#longestOf(
      opening.others,
      words,
      start,
      this.#longestOf(pairs, words, start, undefined),
    );
    longest.set(start, best);
    return best;
  }

  /** The longest of `before` and the matches of some phrases. */
  #longestOf(phrases: readonly Phrase[], words: readonly Word[], start: number, before: Match | undefined) {
    let best = before;
    for (const { pattern, parts } of phrases) {
      const end = this.#endOfMatch(parts, words, start, 0);
      if (end <= start || (best !== undefined && end < best.end)) continue;
      if (best === undefined || end > best.end || outranks(pattern, best.pattern))
        best = { pattern, start, end };
    }
    return best;
  }

  /** The end of a match of `parts` from `at`, with gaps as long as possible; -1 if there is none. */
  #endOfMatch(parts: readonly Part[], words: readonly Word[], at: number, part: number): number {
    const expected = parts[part];
    if (expected === undefined) return at;
    if (expected.words === null) {
      let last = at;
      while (last < at + longestGap && last < words.length && !this.#unskipped.has(words[last] ?? unknown))
        last += 1;
      for (let next = last; next >= at; next -= 1) {
        const end = this.#endOfMatch(parts, words, next, part + 1);
        if (end >= 0) return end;
      }
      return -1;
    }
    const end = expected.words.has(words[at] ?? unknown)
      ? this.#endOfMatch(parts, words, at + 1, part + 1)
      : -1;
    return end >= 0 || !expected.optional ? end : this.#endOfMatch(parts, words, at, part + 1);
  }

  #learn(word: string): Word {
    const known = this.#vocabulary.get(word) ?? this.#vocabulary.size + 1;
    this.#vocabulary.set(word, known);
    return known;
  }

  #partOf(notation: string, groups: Groups): Part {
    if (notation === '…') return { words: null, optional: true };
    const optional = notation.endsWith('?');
    const words = wordsOfPart(optional ? notation.slice(0, -1) : notation, groups);
    return { words: new Set(words.map((word) => this.#learn(word))), optional };
  }

  #add(phrase: Phrase, second: ReadonlySet<Word> | null): void {
    for (const { words, optional } of phrase.parts) {
      for (const word of words ?? []) {
        const opening = this.#byFirstWord[word] ?? { bySecondWord: new Map<Word, Phrase[]>(), others: [] };
        this.#byFirstWord[word] = opening;
        if (second === null) opening.others.push(phrase);
        for (const next of second ?? []) {
          const phrases = opening.bySecondWord.get(next);
          if (phrases === undefined) opening.bySecondWord.set(next, [phrase]);
          else phrases.push(phrase);
        }
      }
      if (!optional) return;
    }
  }
}

function certainSecond([first, second]: readonly Part[]): ReadonlySet<Word> | null {
  return first?.optional || second?.optional ? null : (second?.words ?? null);
}

/** Orders matches of equal length: neutral first, then by weight. */
function outranks(a: Pattern, b: Pattern): boolean {
  const rank = ({ kind, weight }: Pattern) => (kind === 'neutral' ? 4 : weight);
  return rank(a) > rank(b);
}
