import { freeMailDomains } from '../../core/free-mail.ts';
import type { ClientHistory } from '../engine.ts';

/** The side a person is on: the client's, our organization's, or neither. */
type Side = 'client' | 'ours' | 'other';

export interface Person {
  /** Identifies the person. */
  readonly key: string;
  /** The display name; untrusted. */
  readonly name: string;
  readonly side: Side;
}

/** Identifies the people in a history. */
export interface People {
  /** @param participant an address or a name */
  of(participant: string): Person;
  /** @param speaker an address, or the name in a chat or transcript, which may be a first name */
  speaking(speaker: string, participants: readonly string[]): Person;
}

/** People by their normalized names. */
type NameIndex = Map<string, Set<Person>>;

/** Words in mailbox names that are not personal names. */
export const roles: ReadonlySet<string> = new Set(
  `accounting accounts admin alerts automated billing bot calendar care contact customer daemon desk donotreply finance
  hello help helpdesk hr info invoice invoices it jobs legal list mail mailer marketing media news newsletter no noreply
  not notification notifications office orders postmaster press reply sales security service services support system
  team webmaster`.split(/\s+/),
);

const plainLetters = new Map(
  Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ß: 'ss', æ: 'a', œ: 'o', þ: 'th', ı: 'i' }),
);

/** In UTF-16 units; only the beginning of a longer name is compared. */
const longestName = 100;

/** Normalizes a name for comparison: no case, diacritics or punctuation; `Jörg`, `Joerg` and `Jorg` become equal. */
function folded(name: string): string {
  return name
    .slice(0, longestName)
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øłđðßæœþı]/g, (letter) => plainLetters.get(letter) ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/([aou])e/g, '$1')
    .trim();
}

function capitalized(word: string): string {
  const [first = '', ...rest] = word;
  return first.toLocaleUpperCase('en') + rest.join('');
}

/** Returns `Priya Raman` for `priya.raman`; undefined if it does not look like a personal name. */
function nameFromLocalPart(localPart: string): string | undefined {
  const words = localPart.replace(/\+.*$/s, '').normalize('NFC').replaceAll(/\p{N}/gu, '').split(/[._-]/);
  const looksLikeName =
    (words.length === 2 || words.length === 3) &&
    words.every((word) => /^\p{L}[\p{L}\p{M}'’]{0,39}$/u.test(word) && !roles.has(word.toLowerCase()));
  return looksLikeName ? words.map(capitalized).join(' ') : undefined;
}

const fullNameOf = (user: ClientHistory['users'][number]) => `${user.firstName} ${user.lastName}`.trim();

/** Assigns the people of a history to sides. If the client has no domain, everyone outside our organization counts as the client's. */
export function peopleOf(history: ClientHistory): People {
  // The name of a user who is being erased is not shown. It still tells who spoke.
  const users = new Map(history.users.map((user) => [user.email, user.isDeleted ? '' : fullNameOf(user)]));
  const usersByName = new Map(history.users.map((user) => [folded(fullNameOf(user)), user.email]));
  const ourDomains = new Set(
    [...users.keys()].map(domainOf).filter((domain) => !freeMailDomains.has(domain)),
  );
  const stranger: Side = history.clientDomains.length === 0 ? 'client' : 'other';
  const known = new Map<string, Person>();
  /** The participants of an activity by each of their names; built at the activity's first speaker. */
  const present = new WeakMap<readonly string[], NameIndex>();
  let everybody: NameIndex | undefined;

  const writtenNames = writtenNamesOf(history);

  /** True for a domain of the client or a subdomain. */
  const isClients = (domain: string) =>
    history.clientDomains.some((each) => domain === each || domain.endsWith(`.${each}`));

  function sideOf(address: string): Side {
    if (users.has(address)) return 'ours';
    const domain = domainOf(address);
    if (isClients(domain)) return 'client';
    return ourDomains.has(domain) ? 'ours' : stranger;
  }

  function identify(participant: string): Person {
    const written = participant.trim().toLowerCase();
    const address = written.includes('@') ? written : (usersByName.get(folded(written)) ?? written);
    if (!address.includes('@')) return { key: folded(written) || written, name: participant, side: stranger };
    const localPart = address.slice(0, address.lastIndexOf('@'));
    const name =
      users.get(address) ||
      writtenNames.get(address) ||
      (nameFromLocalPart(localPart) ?? `${localPart} (${domainOf(address)})`);
    return { key: address, name, side: sideOf(address) };
  }

  function of(participant: string): Person {
    const found = known.get(participant);
    if (found) return found;
    const identified = identify(participant);
    // All spellings of one address give the same object.
    const person = known.get(identified.key) ?? identified;
    known.set(participant, person).set(identified.key, person);
    return person;
  }

  function byName(participants: Iterable<string>): NameIndex {
    const found: NameIndex = new Map();
    for (const person of new Set(Array.from(participants, of)))
      for (const name of namesOf(person)) found.set(name, (found.get(name) ?? new Set()).add(person));
    return found;
  }

  function speaking(speaker: string, participants: readonly string[]): Person {
    if (speaker.includes('@')) return of(speaker);
    const here = present.get(participants) ?? byName(participants);
    present.set(participants, here);
    everybody ??= byName(new Set(history.activities.flatMap((activity) => activity.participants)));
    const name = folded(speaker);
    const namesakes = here.get(name) ?? everybody.get(name) ?? new Set();
    const [only] = namesakes;
    if (only && namesakes.size === 1) return only;
    const email = usersByName.get(name);
    return email === undefined ? { key: name || speaker, name: speaker, side: stranger } : of(email);
  }

  return { of, speaking };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** The names a person is called by: the full name and the first name, normalized. */
function namesOf({ name, key }: Person): string[] {
  const domain = name.endsWith(')') ? name.lastIndexOf(' (') : -1;
  const full = folded(key.includes('@') && domain >= 0 ? name.slice(0, domain) : name);
  const [first = ''] = full.split(' ');
  return [...new Set([full, first])].filter((each) => each !== '');
}

/** The newest name of each address, as the activities give it. */
function writtenNamesOf({ activities }: ClientHistory): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { participants, participantNames = [] } of activities)
    for (const [index, name] of participantNames.entries()) {
      const address = participants[index]?.trim().toLowerCase();
      if (address?.includes('@') && name !== '' && !names.has(address)) names.set(address, name);
    }
  return names;
}
