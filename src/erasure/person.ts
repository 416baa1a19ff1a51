/** A person to be erased. */
export interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export const placeholderText = '[erased]';

const literal = (text: string) => text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');

/** Matches where the domain of an address ends. */
const end = '(?![[:alnum:]]|-+[[:alnum:]]|\\.[[:alnum:]])';

/** The composed form of a pattern, and the decomposed one, in which an umlaut is two characters. */
const formsOf = (pattern: string) => [...new Set([pattern.normalize('NFC'), pattern.normalize('NFD')])];

/**
 * A regular expression of PostgreSQL for an address that is no part of a longer one. Underscores around it are taken for
 * markup. Only single characters are looked behind for: PostgreSQL searches all of the text before for longer ones.
 */
export const addressPattern = (email: string) =>
  formsOf(`(?<![[:alnum:]_.+-])_*${literal(email)}${end}`).join('|');

/** Patterns for the parts before and after the `@`. */
function partsOf(email: string): readonly [local: string, domain: string] {
  const at = email.lastIndexOf('@');
  return [literal(email.slice(0, at)), literal(email.slice(at + 1))];
}

/** For an address within a URL or a return path, such as `bounce+ann=acme.example@list.example`. */
function encodedPattern(email: string): string {
  const [local, domain] = partsOf(email);
  return `(?:%[[:xdigit:]]{2}|(?<![[:alnum:].]))${local}(?:=|%40)${domain}${end}`;
}

/** PostgreSQL does not count the spaces that keep words on one line as spaces. */
const space = '[\\s\\u00a0\\u2007\\u202f\\ufeff]';

/** For the full name, in either order. */
function namePatterns({ firstName, lastName }: Person): string[] {
  const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');
  const join = (words: readonly string[]) => words.map(literal).join(`${space}+`);
  const [first, last] = [wordsOf(firstName), wordsOf(lastName)];
  const words = [...first, ...last];
  return [
    ...(words.length > 1 ? [join(words)] : []),
    ...(first.length > 0 && last.length > 0 ? [`${join(last)}${space}*,${space}*${join(first)}`] : []),
  ].flatMap((name) => formsOf(`(?<![[:alnum:]])${name}(?![[:alnum:]])`));
}

/** A regular expression of PostgreSQL for the address and the full name, in the forms in which texts have them. */
export const textPattern = (person: Person) =>
  [addressPattern(person.email), encodedPattern(person.email), ...namePatterns(person)].join('|');

/**
 * A regular expression of PostgreSQL for ids. They contain addresses within words, and with the `@` encoded. An id that is
 * replaced without need does no harm, since nobody reads it.
 */
export function idPattern(person: Person): string {
  const [local, domain] = partsOf(person.email);
  return `${local}(?:@|=|%40)${domain}|${textPattern(person)}`;
}
