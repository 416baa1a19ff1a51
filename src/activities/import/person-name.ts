import { clean } from './charset.ts';

/** The maximum length of a person's name, in UTF-16 units. */
export const maxNameLength = 100;

/** The maximum length of a written name that is read, in UTF-16 units. */
const maxWrittenLength = 500;

/** Words after a comma that are no first name. */
const suffixes =
  /^(?:inc|incorporated|llc|llp|ltd|limited|gmbh|ag|sa|bv|co|corp|jr|sr|ii|iii|phd|md|dds|esq|cpa|pmp|mba)$/i;

/**
 * Normalizes the name of a person as a mail or calendar gives it: one line without quotation marks, control characters
 * and marks of direction, `Varga, Imre` turned around, at most `maxNameLength`.
 * @returns '' for a name that says nothing: an empty one, an address, or one that a mailing list made (`Imre via Users`)
 */
export function toPersonName(written: string): string {
  const line = clean(written.slice(0, maxWrittenLength))
    .replaceAll(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replaceAll(/^[\s"'‘’“”]+|[\s"'‘’“”,]+$/g, '');
  if (line.includes('@') || / via /i.test(line) || !/\p{L}/u.test(line)) return '';
  return turned(line).slice(0, maxNameLength).toWellFormed().trim();
}

function turned(name: string): string {
  const [last = '', first = '', ...more] = name.split(/\s*,\s*/);
  const isName =
    more.length === 0 &&
    /^[\p{L}\p{M}.’' -]{1,40}$/u.test(first) &&
    !suffixes.test(first.replaceAll('.', ''));
  return isName ? `${first} ${last}` : name;
}
