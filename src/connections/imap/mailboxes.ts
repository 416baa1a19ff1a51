import type { ImapFlow, ListResponse } from 'imapflow';
import { ConnectionFault } from '../fault.ts';
import type { ImapSettings } from '../schemas.ts';
import { bounded, shortAnswer } from './bounded.ts';

/** Mailboxes whose messages are neither sent nor received by the user. */
const leftOut = new Set(['\\Drafts', '\\Junk', '\\Trash']);

/**
 * Finds the mailboxes that a connection reads: the named ones, or the inbox and that of sent mail.
 * @returns also a sentence that says what is wrong with the others and what to do; null when nothing is
 */
export async function findMailboxes(
  client: ImapFlow,
  { mailboxes }: ImapSettings,
): Promise<{ paths: string[]; problem: string | null }> {
  // Some thousand mailboxes; parsing more keeps others waiting.
  const listAnswer = { ...shortAnswer, bytes: 256 * 1_024 };
  const listed = (await bounded(client, listAnswer, () => client.list())).filter(canBeRead);
  if (listed.length === 0)
    throw new ConnectionFault('the server lists no mailboxes; check the rights of the user');
  if (mailboxes === null) {
    const inbox = listed.find(({ path }) => isInbox(path));
    const sent = listed.find(({ specialUse }) => specialUse === '\\Sent');
    const paths = [inbox, sent].flatMap((mailbox) => mailbox?.path ?? []);
    const problem = 'the server has no INBOX; name the mailboxes with --mailboxes';
    return { paths, problem: paths.length > 0 ? null : problem };
  }
  const paths = new Set<string>();
  const missing: string[] = [];
  for (const name of mailboxes) {
    const found = listed.find(({ path }) => isSame(path, name));
    if (found) paths.add(found.path);
    else missing.push(`"${name}"`);
  }
  const problem = `the server has no mailbox ${missing.join(', ')} that is read; rename it back, or name others with "connection update --mailboxes" (drafts, spam and trash are never read)`;
  return { paths: [...paths], problem: missing.length > 0 ? problem : null };
}

const canBeRead = ({ flags, specialUse = '' }: ListResponse) =>
  !leftOut.has(specialUse) && ![...flags].some((flag) => /^\\(?:noselect|nonexistent)$/i.test(flag));

const isInbox = (path: string) => path.toUpperCase() === 'INBOX';
const isSame = (path: string, name: string) => path === name || (isInbox(path) && isInbox(name));
