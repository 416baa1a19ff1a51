/** A person to be erased. */
export interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export const placeholderText = '[erased]';

const literal = (text: string) => text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');

/** A regular expression of PostgreSQL for an address that is no part of a longer one. */
export const addressPattern = (email: string) => `(?<![\\w.+-])${literal(email)}(?![\\w-]|\\.\\w)`;

/** A regular expression of PostgreSQL for the address and the full name, with any space between its words. */
export function textPattern({ email, firstName, lastName }: Person): string {
  const words = `${firstName} ${lastName}`.split(/\s+/).filter((word) => word !== '');
  const name = words.length > 1 ? [`(?<!\\w)${words.map(literal).join('\\s+')}(?!\\w)`] : [];
  return [addressPattern(email), ...name].join('|');
}

/**
 * A regular expression of PostgreSQL for ids. They contain addresses within words, and with the `@` encoded. An id that is
 * replaced without need does no harm, since nobody reads it.
 */
export function idPattern(person: Person): string {
  const at = person.email.lastIndexOf('@');
  const [local, domain] = [person.email.slice(0, at), person.email.slice(at + 1)];
  return `${literal(local)}(?:@|=|%40)${literal(domain)}|${textPattern(person)}`;
}
