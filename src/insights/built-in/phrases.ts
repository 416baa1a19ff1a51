import { groups } from './lexicon/groups.ts';

/** What the expressions of one family show. */
export interface Family {
  readonly kind: 'win' | 'friction' | 'neither';
  readonly basis: 'event' | 'feeling';
  /** 1 needs further evidence, 2 is enough alone, 3 is strong. */
  readonly weight: 1 | 2 | 3;
  /** Holds as it stands, whatever negation, doubt or condition is around it. */
  readonly fixed?: true;
  /** Says that what was wrong no longer is. */
  readonly resolves?: true;
  /** Ends what is wrong, where that is named before it: "the queues have disappeared". */
  readonly ends?: true;
  /** Holds as a plan or threat too: "we may have to cancel". */
  readonly planned?: true;
  /**
   * One expression to a line, of words separated by spaces. `a|b` is either, `fix~` any regular inflection, `word?` may
   * be absent, `…` up to four words, `#` a number, `,` the end of a clause, `@name` a group of words.
   */
  readonly phrases: string;
}

/** Words are numbers here: comparing these is several times as fast. */
type Word = number;

interface Part {
  /** Null for a gap. */
  readonly words: ReadonlySet<Word> | null;
  readonly optional: boolean;
}

interface Phrase {
  readonly family: Family;
  readonly parts: readonly Part[];
}

/** The phrases that can begin with a word. */
interface Opening {
  /** By the word that must follow, where that is certain: most phrases fall at this hurdle. */
  readonly bySecondWord: Map<Word, Phrase[]>;
  readonly others: Phrase[];
}

export interface Match {
  readonly family: Family;
  readonly start: number;
  /** After the last word. */
  readonly end: number;
}

/** By where they start. */
type Longest = Map<number, Match | undefined>;

const longestGap = 4;
/** What no gap leaps over, because it would turn the meaning. */
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

function wordsOfPart(notation: string): string[] {
  return notation
    .split('|')
    .flatMap((word) => (word.startsWith('@') ? (groups[word.slice(1)] ?? '').split('|') : [word]))
    .flatMap((word) => (word.endsWith('~') ? inflections(word.slice(0, -1)) : [word]));
}

/** Finds the expressions of some families in a row of lower-case words, the longest first. */
export class Phrasebook {
  readonly #vocabulary = new Map<string, Word>();
  readonly #byFirstWord: (Opening | undefined)[] = [];
  readonly #unskipped: ReadonlySet<Word>;

  constructor(families: readonly Family[]) {
    this.#unskipped = new Set(unskipped.map((word) => this.#learn(word)));
    for (const family of families) {
      for (const line of family.phrases.split('\n')) {
        const parts = line
          .trim()
          .split(/\s+/)
          .filter((notation) => notation !== '')
          .map((notation) => this.#partOf(notation));
        this.#add({ family, parts }, certainSecond(parts));
      }
    }
  }

  /** Matches from left to right; where several begin at a word the longest wins, and no word belongs to two. */
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

  /** Whether a fixed or neutral expression begins inside a match and goes on after it: "am happy" in "am happy to help". */
  #isOvertaken({ family, start, end }: Match, words: readonly Word[], longest: Longest): boolean {
    if (family.fixed || (family.kind === 'neither' && !family.ends)) return false;
    for (let inner = start + 1; inner < end; inner += 1) {
      const other = this.#longestAt(words, inner, longest);
      if (other !== undefined && other.end > end && (other.family.fixed || other.family.kind === 'neither'))
        return true;
    }
    return false;
  }

  /** @param longest what has been found of these words already */
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

  /** The longer of `before` and what some phrases match. */
  #longestOf(phrases: readonly Phrase[], words: readonly Word[], start: number, before: Match | undefined) {
    let best = before;
    for (const { family, parts } of phrases) {
      const end = this.#endOfMatch(parts, words, start, 0);
      if (end <= start || (best !== undefined && end < best.end)) continue;
      if (best === undefined || end > best.end || outranks(family, best.family))
        best = { family, start, end };
    }
    return best;
  }

  /** Where a way to match `parts` from `at` ends, gaps being as long as they can, or -1. */
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

  #partOf(notation: string): Part {
    if (notation === '…') return { words: null, optional: true };
    const optional = notation.endsWith('?');
    const words = wordsOfPart(optional ? notation.slice(0, -1) : notation);
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

/** Of equally long matches a neutral one counts first, then the heavier. */
function outranks(a: Family, b: Family): boolean {
  const rank = ({ kind, ends, weight }: Family) => (kind === 'neither' && !ends ? 4 : weight);
  return rank(a) > rank(b);
}
