import type { ImapFlow, ListResponse } from 'imapflow';
import { ConnectionFault } from '../fault.ts';
import type { ImapSettings } from '../schemas.ts';
import { bounded, shortAnswer } from './bounded.ts';

/** Mailboxes whose messages are neither sent nor received by the user. */
const leftOut = new Map([
  ['\\Drafts', 'drafts'],
  ['\\Junk', 'spam'],
  ['\\Trash', 'deleted messages'],
]);

/** The mailboxes to read, and what is wrong with the others. */
interface FoundMailboxes {
  readonly paths: readonly string[];
  /** A sentence that says what is wrong and what to do; null when nothing is. */
  readonly problem: string | null;
}

/** Finds the mailboxes that a connection reads: the named ones, or the inbox and that of sent mail. */
export async function findMailboxes(client: ImapFlow, { mailboxes }: ImapSettings): Promise<FoundMailboxes> {
  const listed = (await bounded(client, shortAnswer, () => client.list())).filter(canBeOpened);
  if (listed.length === 0)
    throw new ConnectionFault('the server lists no mailboxes; check the rights of the user');
  const inbox = listed.find(({ path }) => isInbox(path));
  if (mailboxes === null) {
    const sent = listed.find(({ specialUse }) => specialUse === '\\Sent');
    const paths = [inbox, sent].flatMap((mailbox) => (mailbox === undefined ? [] : [mailbox.path]));
    return {
      paths,
      problem: paths.length > 0 ? null : 'the server has no INBOX; name the mailboxes with --mailboxes',
    };
  }
  const found = mailboxes.map((name) => ({ name, mailbox: listed.find(({ path }) => isSame(path, name)) }));
  const missing = found.filter(({ mailbox }) => mailbox === undefined).map(({ name }) => name);
  const unwanted = found.flatMap(({ mailbox }) => (mailbox === undefined ? [] : (unwantedAs(mailbox) ?? [])));
  const paths = found.flatMap(({ mailbox }) =>
    mailbox === undefined || unwantedAs(mailbox) !== undefined ? [] : [mailbox.path],
  );
  return { paths: [...new Set(paths)], problem: problemOf(missing, unwanted) };
}

function problemOf(missing: readonly string[], unwanted: readonly string[]): string | null {
  if (missing.length > 0) {
    const names = missing.map((name) => `"${name}"`).join(', ');
    return `the server has no mailbox ${names}; rename it back, or name others with "connection update --mailboxes"`;
  }
  return unwanted.length > 0
    ? `${unwanted.join(', ')}; leave it out with "connection update --mailboxes"`
    : null;
}

const unwantedAs = ({ path, specialUse = '' }: ListResponse) => {
  const holds = leftOut.get(specialUse);
  return holds === undefined ? undefined : `the mailbox "${path}" holds ${holds}, which are never recorded`;
};

const canBeOpened = ({ flags }: ListResponse) =>
  ![...flags].some((flag) => /^\\(?:noselect|nonexistent)$/i.test(flag));

const isInbox = (path: string) => path.toUpperCase() === 'INBOX';
const isSame = (path: string, name: string) => path === name || (isInbox(path) && isInbox(name));
