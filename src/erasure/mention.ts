import { domainToASCII, domainToUnicode } from 'node:url';

/** A person to be erased: an address, full names of at least two words, and the address that takes its place. */
export interface Person {
  readonly email: string;
  readonly names: readonly string[];
  readonly placeholder: string;
}

/** ASCII as a whole; otherwise one character with its marks. */
const pieces = /\p{ASCII}+(?!\p{M})|\P{M}\p{M}{0,30}|\p{M}{1,30}/gu;
/**
 * More marks than any language has (UAX 15, section 13): the time to normalize them grows with the square of their number.
 * The two halfwidth letters become marks.
 */
const manyMarks = /[\p{M}\uff9e\uff9f]{31}/u;

/** Decomposes characters, drops what programs add to texts, and turns all into upper case: `ẞ` only by way of lower case. */
const foldAll = (text: string) =>
  text
    .replaceAll(/[¹²³™℠…]/g, ' ')
    .normalize('NFKD')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll('\u2010', '-')
    .toLowerCase()
    .toUpperCase()
    .replaceAll('I\u0307', 'I');

/** A text in the form in which texts are compared, and the place in the original of each of its places. */
interface Folded {
  readonly text: string;
  placeOf(place: number): number;
}

function fold(original: string): Folded {
  if (/^\p{ASCII}*$/u.test(original)) return { text: original.toUpperCase(), placeOf: (place) => place };
  const places: number[] = [];
  const known = new Map<string, string>();
  let text = '';
  for (const { 0: piece, index } of original.matchAll(pieces)) {
    const folded = known.get(piece) ?? foldAll(piece);
    known.set(piece, folded);
    const isSame = folded.length === piece.length;
    for (let at = 0; at < folded.length; at++) places.push(index + (isSame ? at : 0));
    text += folded;
  }
  return { text, placeOf: (place) => places[place] ?? original.length };
}

const isIn = (pattern: RegExp) => (text: string) =>
  (manyMarks.test(text) ? fold(text).text : foldAll(text)).search(pattern) !== -1;

/** Replaces what matches a pattern for folded texts. */
function replaceAll(text: string, pattern: RegExp, replacementOf: (match: string) => string): string {
  const { text: folded, placeOf } = fold(text);
  let result = '';
  let end = 0;
  for (const { 0: match, index } of folded.matchAll(pattern)) {
    result += text.slice(end, placeOf(index)) + replacementOf(match);
    end = placeOf(index + match.length);
  }
  return result + text.slice(end);
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const foldedPattern = (text: string) => escaped(fold(text).text);

/** Addresses are ASCII: letters of other scripts may touch them, since some are written without spaces. */
const domainEnd = '(?![A-Z0-9\\p{M}]|-+[A-Z0-9]|\\.[A-Z0-9])';

/** Each character may be percent-encoded. */
const encodedPattern = (ascii: string) =>
  Array.from(ascii.toUpperCase(), (character) =>
    /[A-Z0-9]/.test(character)
      ? character
      : `(?:${escaped(character)}|%${character.charCodeAt(0).toString(16).toUpperCase()})`,
  ).join('');

function addressPatterns(email: string) {
  const local = email.slice(0, email.lastIndexOf('@'));
  const domain = email.slice(local.length + 1);
  const domains = [domain, domainToASCII(domain), domainToUnicode(domain)].map(foldedPattern);
  const end = `(?:${[...new Set(domains)].join('|')})${domainEnd}`;
  const start = '(?<![A-Z0-9\\p{M}_+]|[A-Z0-9][.-])';
  // An encoded character before it is no part of it, unless it is one of `+-._`. Underscores are taken for markup.
  const before = `(?:%(?!2[BDE]|5F)[0-9A-F]{2}|${start}_*)`;
  return {
    plain: `${before}"?${encodedPattern(local)}"?(?:@|%40)${end}`,
    // In return paths, such as `bounce+ann=acme.example@list.example`.
    inReturnPath: `(?<![A-Z0-9\\p{M}_.])${foldedPattern(local)}=${end}`,
    /** Also at the end of a word: nobody reads ids, so one that is replaced without need does no harm. */
    inId: `${encodedPattern(local)}(?:@|=|%40)${end}`,
  };
}

/** Chinese and Japanese put no spaces around names, nor always into them. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const letter = `(?!${spaceless.source})[\\p{L}\\p{N}\\p{M}]`;
const wordStart = `(?<!${letter})`;
const wordEnd = `(?!${letter})`;
/** With quotation, emphasis and encoding. */
const gap = '(?:[\\s>*_+]|%20)';
const space = '[^\\S\\r\\n]';

/** Names of more words are found as they are written only. The time grows with the square of this number. */
const maxTurnedWords = 8;

const wordsOf = (name: string) =>
  name
    .split(/[\s,]+/)
    .map(foldedPattern)
    .filter((word) => word !== '');

/** True for a name of at least two words: a single one would find many people. */
export const isFullName = (name: string): boolean =>
  wordsOf(name).filter((word) => /[\p{L}\p{N}]/u.test(word)).length > 1;

/** A name as it is written, and with the last words first. */
function namePatterns(name: string): string[] {
  if (!isFullName(name)) return [];
  const words = wordsOf(name);
  const isSpaceless = Array.from(words.join('')).every((character) => spaceless.test(character));
  const joined = (part: readonly string[]) => part.join(gap + (isSpaceless ? '*' : '+'));
  const turned = words.length > maxTurnedWords ? [] : words.slice(1).map((_, index) => index + 1);
  return [
    joined(words),
    ...turned.map(
      (at) => `${joined(words.slice(at))}(?:${space}*,${space}*|${space}+)${joined(words.slice(0, at))}`,
    ),
  ].map((order) => `${wordStart}${order}${wordEnd}`);
}

/** Finds a person in texts: the address and the full names, as a whole, in any case and any Unicode form. */
export interface PersonMention {
  isIn(text: string): boolean;
  hasAddress(text: string): boolean;
  /** Finds the person in the id of a message or meeting. */
  isInId(id: string): boolean;
  /** Replaces the address, and a name by `[erased]`. */
  without(text: string): string;
}

/** Without patterns, matches nothing. */
const anyOf = (patterns: readonly string[]) => new RegExp(patterns.join('|') || '(?!)', 'gu');

export function mentionOfPerson({ email, names, placeholder }: Person): PersonMention {
  const { plain, inReturnPath, inId } = addressPatterns(email);
  const patterns = [plain, inReturnPath, ...names.flatMap(namePatterns)];
  const pattern = anyOf(patterns);
  const isAddress = isIn(anyOf([plain]));
  return {
    isIn: isIn(pattern),
    hasAddress: isAddress,
    isInId: isIn(anyOf([inId, ...patterns])),
    without: (text) => replaceAll(text, pattern, (match) => (isAddress(match) ? placeholder : '[erased]')),
  };
}

/** Finds ids, and domains with their subdomains, but not as a part of others, such as `acme.co` in `my-acme.com`. */
export const mentionOfWords = (words: readonly string[]): ((text: string) => boolean) =>
  isIn(anyOf(words.map((word) => `(?<![A-Z0-9\\p{M}-])${foldedPattern(word)}${domainEnd}`)));
