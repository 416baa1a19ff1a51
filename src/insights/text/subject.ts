/** The prefixes that email programs put before the subject of a reply or forward, in several languages. */
const prefix = /^(?:re|aw|sv|antw|rif|ref|fwd?|wg|tr|vs)(?:\[\d{1,3}\])? ?[:：] */i;

/** In UTF-16 units; only the beginning of a longer subject is read. */
const longestRead = 300;

/** The prefixes, each with a tag, that are removed: whoever writes a subject must not decide how long that takes. */
const maxPrefixes = 10;

/** Removes the tag of a mailing list, `[portal-users] `, or of mail from outside, `[EXT] `, from the beginning. */
function withoutTag(subject: string, participants: readonly string[]): string {
  const end = subject.startsWith('[') ? subject.indexOf(']') : -1;
  const name = subject.slice(1, Math.max(1, end)).toLowerCase();
  const isTag =
    name === 'ext' ||
    name === 'external' ||
    (name !== '' && participants.some((address) => address.toLowerCase().startsWith(`${name}@`)));
  return isTag ? subject.slice(end + 1).trimStart() : subject;
}

/**
 * Returns a subject without the prefixes of replies and forwards, and without the tag of a mailing list: one that is the
 * name of a participant's mailbox.
 */
export function bareSubject(subject: string, participants: readonly string[]): string {
  let bare = subject.slice(0, longestRead).trim();
  for (let longer = '', removed = 0; longer !== bare && removed < maxPrefixes; removed++) {
    longer = bare;
    bare = withoutTag(bare.replace(prefix, ''), participants);
  }
  return bare;
}

/** True for the subject of a reply or forward. */
export const isReply = (subject: string, participants: readonly string[]): boolean =>
  prefix.test(withoutTag(subject.slice(0, longestRead).trim(), participants));
