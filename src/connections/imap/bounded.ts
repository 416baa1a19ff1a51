import type { FetchMessageObject, ImapFlow, MailboxObject, SearchObject } from 'imapflow';
import { ConnectionFault } from '../fault.ts';
import type { ImapSettings } from '../schemas.ts';

/**
 * The bounds of an answer without messages: time, and bytes after TLS. Some thousand mailboxes, or the UIDs of a search,
 * take less than a megabyte.
 */
export const shortAnswer = { ms: 60_000, bytes: 2 * 1_024 * 1_024 };

/** The bounds for messages of this size: the least throughput is 128 KiB/s, and sizes that servers state are not exact. */
export const answerOf = (bytes: number) => ({
  ms: shortAnswer.ms + bytes / 128,
  bytes: shortAnswer.bytes + 2 * bytes,
});

/** The pause between two looks at what has arrived. Idle sessions look, too. */
const lookMs = 200;

/**
 * Runs a command. A server that goes on for too long is cut off, since it alone decides when its answer ends.
 * @throws ConnectionFault that says which bound was reached, or the error of the command
 */
export async function bounded<T>(
  client: ImapFlow,
  { ms, bytes }: typeof shortAnswer,
  command: () => Promise<T>,
): Promise<T> {
  const before = client.stats().received;
  let fault: ConnectionFault | undefined;
  const end = (what: string) => {
    fault ??= new ConnectionFault(`the server ${what}; check its load, the network and the mailbox`);
    client.close();
  };
  const timer = setTimeout(() => end(`takes longer than ${Math.ceil(ms / 1_000)} s to answer`), ms);
  const looking = setInterval(() => {
    if (client.stats().received - before > bytes) end('sends far more than it was asked for');
  }, lookMs);
  try {
    return await command();
  } catch (error) {
    throw fault ?? error;
  } finally {
    clearTimeout(timer);
    clearInterval(looking);
  }
}

/** Opens a mailbox without changing anything in it. */
export const openMailbox = (client: ImapFlow, path: string): Promise<MailboxObject> =>
  bounded(client, shortAnswer, () => client.mailboxOpen(path, { readOnly: true }));

/** The number of messages whose UIDs one search asks for: more make a line that is longer than is read. */
export const searchSize = 50_000;

/** The most UIDs that a search may list: a short answer can stand for millions (ESEARCH). */
const maxFound = 2 * searchSize;

/** The messages to search, by UID, by position in the mailbox, or by both. */
export type SearchRange = Pick<SearchObject, 'uid' | 'seq'>;

/** Lists the UIDs of the messages in a range that a connection reads, ascending. @throws ConnectionFault */
export async function searchMailbox(
  client: ImapFlow,
  { since }: Pick<ImapSettings, 'since'>,
  range: SearchRange,
): Promise<number[]> {
  const query = { ...range, since: new Date(since) };
  const search = () => bounded(client, shortAnswer, () => client.search(query, { uid: true }));
  const found = await (client.mailbox ? withFewMessages(client.mailbox, search) : search());
  if (!Array.isArray(found)) throw new ConnectionFault('the server rejects searches; ask its administrator');
  if (found.length > maxFound)
    throw new ConnectionFault(
      'the server lists far more messages than were asked for; ask its administrator',
    );
  return found;
}

/** Runs a search. The client library expands a short answer to as many UIDs as the server says that messages exist. */
async function withFewMessages<T>(mailbox: MailboxObject, search: () => Promise<T>): Promise<T> {
  let { exists } = mailbox;
  const get = () => Math.min(exists, maxFound + 1);
  const set = (told: number) => {
    exists = told;
  };
  Object.defineProperty(mailbox, 'exists', { configurable: true, get, set });
  try {
    return await search();
  } finally {
    Object.defineProperty(mailbox, 'exists', { value: exists, writable: true });
  }
}

type FetchQuery = Parameters<ImapFlow['fetchAll']>[1];

/**
 * Fetches messages by UID. Those deleted meanwhile are missing.
 * @param bytes the size that is expected of them
 * @throws ConnectionFault when the server leaves out one that it still has, sends too much, or takes too long
 */
export async function fetchMessages(
  client: ImapFlow,
  uids: readonly number[],
  query: FetchQuery,
  bytes: number,
): Promise<FetchMessageObject[]> {
  const messages = new Map<number, FetchMessageObject>();
  const isComplete = ({ source, size }: FetchMessageObject) => (query.source ? source : size) !== undefined;
  await bounded(client, answerOf(bytes), async () => {
    for await (const message of client.fetch([...uids], query, { uid: true }))
      if (isComplete(message)) messages.set(message.uid, message);
  });
  const missing = uids.filter((uid) => !messages.has(uid));
  const find = () => client.search({ uid: missing.join(',') }, { uid: true });
  const left = missing.length === 0 ? [] : await bounded(client, shortAnswer, find);
  if (!Array.isArray(left) || left.length > 0)
    throw new ConnectionFault(
      'the server lists messages that it does not deliver; if it persists, repair the mailbox on the server',
    );
  // Servers also announce changes of messages that were not asked for.
  return uids.flatMap((uid) => messages.get(uid) ?? []);
}
