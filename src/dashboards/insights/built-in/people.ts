import type { ClientHistory } from '../engine.ts';

/** Whom somebody belongs to: the client, our organization, or neither. */
export type Side = 'client' | 'ours' | 'other';

export interface Person {
  /** The same for the same person. */
  readonly key: string;
  /** To be shown; untrusted. */
  readonly name: string;
  readonly side: Side;
}

/** Those who appear in a history. */
export interface People {
  /** @param participant an address or a name */
  of(participant: string): Person;
  /** @param speaker an address, or the name in a chat or transcript, which may be a first name */
  speaking(speaker: string, participants: readonly string[]): Person;
}

/** Domains in which neighbours are no colleagues. */
const freeMail = new Set(
  `gmail.com googlemail.com outlook.com outlook.de hotmail.com hotmail.co.uk hotmail.fr hotmail.de live.com msn.com
  yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.co.jp ymail.com aol.com icloud.com me.com mac.com gmx.com gmx.net gmx.de
  gmx.at gmx.ch web.de t-online.de freenet.de mail.com proton.me protonmail.com pm.me fastmail.com hey.com zoho.com
  tutanota.com tuta.com posteo.de mailbox.org yandex.com yandex.ru mail.ru qq.com 163.com 126.com naver.com orange.fr
  wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it comcast.net verizon.net att.net btinternet.com
  bluewin.ch ziggo.nl kpnmail.nl telenet.be seznam.cz wp.pl onet.pl`.split(/\s+/),
);

/** Words of mailboxes that are nobody's name. */
const roles = new Set(
  `accounting accounts admin alerts automated billing bot calendar care contact customer daemon desk donotreply finance
  hello help helpdesk hr info invoice invoices it jobs legal list mail mailer marketing media news newsletter no noreply
  not notification notifications office orders postmaster press reply sales security service services support system
  team webmaster`.split(/\s+/),
);

const plainLetters = new Map(
  Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ß: 'ss', æ: 'a', œ: 'o', þ: 'th', ı: 'i' }),
);

/** In UTF-16 units; of what is longer only the beginning is compared. */
const longestName = 100;

/** For comparing names: without case, diacritics and punctuation; `Jörg`, `Joerg` and `Jorg` are the same. */
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

/** `Priya Raman` for `priya.raman`, undefined for what does not look like somebody's name. */
function nameFromLocalPart(localPart: string): string | undefined {
  const words = localPart.replace(/\+.*$/s, '').normalize('NFC').replaceAll(/\p{N}/gu, '').split(/[._-]/);
  const looksLikeName =
    (words.length === 2 || words.length === 3) &&
    words.every((word) => /^\p{L}[\p{L}\p{M}'’]{0,39}$/u.test(word) && !roles.has(word.toLowerCase()));
  return looksLikeName ? words.map(capitalized).join(' ') : undefined;
}

/** Who is who in a history. Without any domain of the client, everybody who is not ours counts as the client's. */
export function peopleOf(history: ClientHistory): People {
  const clientDomains = new Set(history.clientDomains);
  const users = new Map(
    history.users.map((user) => [user.email, `${user.firstName} ${user.lastName}`.trim()]),
  );
  const usersByName = new Map([...users].map(([email, name]) => [folded(name), email]));
  const ourDomains = new Set([...users.keys()].map(domainOf).filter((domain) => !freeMail.has(domain)));
  const stranger: Side = clientDomains.size === 0 ? 'client' : 'other';
  const known = new Map<string, Person>();
  /** Who is meant by a name, among those who take part in an activity. */
  const spoken = new WeakMap<readonly string[], Map<string, Person>>();
  let byName: Map<string, Set<Person>> | undefined;

  function isClients(domain: string): boolean {
    for (let rest = domain; rest !== ''; rest = parentOf(rest)) if (clientDomains.has(rest)) return true;
    return false;
  }

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
      users.get(address) || (nameFromLocalPart(localPart) ?? `${localPart} (${domainOf(address)})`);
    return { key: address, name, side: sideOf(address) };
  }

  function of(participant: string): Person {
    const found = known.get(participant);
    if (found) return found;
    const identified = identify(participant);
    // One person may be written in several ways; all of them give the same object.
    const person = known.get(identified.key) ?? identified;
    known.set(participant, person).set(person.key, person);
    return person;
  }

  /** All of the history by each of their names; made when a chat or transcript first asks. */
  function everybody(): Map<string, Set<Person>> {
    const found = new Map<string, Set<Person>>();
    for (const person of new Set(history.activities.flatMap(({ participants }) => participants.map(of)))) {
      for (const name of namesOf(person)) found.set(name, (found.get(name) ?? new Set()).add(person));
    }
    return found;
  }

  function speaking(speaker: string, participants: readonly string[]): Person {
    if (speaker.includes('@')) return of(speaker);
    const known = spoken.get(participants) ?? new Map<string, Person>();
    spoken.set(participants, known);
    const person = known.get(speaker) ?? named(speaker, participants);
    known.set(speaker, person);
    return person;
  }

  function named(speaker: string, participants: readonly string[]): Person {
    const name = folded(speaker);
    byName ??= everybody();
    const namesakes = byName.get(name) ?? new Set();
    const here = [...new Set(participants.map(of))].filter((person) => namesakes.has(person));
    // Of very many namesakes none is copied: a chat may be written by someone who wants to keep us busy.
    const [only] = here.length > 0 ? here : namesakes;
    if (only && (here.length || namesakes.size) === 1) return only;
    const email = usersByName.get(name);
    return email === undefined ? { key: name || speaker, name: speaker, side: stranger } : of(email);
  }

  return { of, speaking };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

function parentOf(domain: string): string {
  const dot = domain.indexOf('.');
  return dot < 0 ? '' : domain.slice(dot + 1);
}

/** What others call a person: the full name and the first one, folded. */
function namesOf({ name, key }: Person): string[] {
  const full = folded(key.includes('@') ? name.replace(/ \([^()]*\)$/, '') : name);
  const [first = ''] = full.split(' ');
  return [...new Set([full, first])].filter((each) => each !== '');
}
