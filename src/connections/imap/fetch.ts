import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { maxMailBytes } from '../../activities/import/mail.ts';
import { ConnectionFault } from '../fault.ts';

export type FetchQuery = Parameters<ImapFlow['fetchAll']>[1];

/** The maximum size of all that is fetched at once, whatever sizes the server stated before. */
const maxFetchedBytes = 2 * maxMailBytes;

/** Far more than a batch takes: one that never ends would keep others from being read. */
const deadlineMs = 300_000;

/**
 * Fetches messages by UID. Those deleted meanwhile are missing.
 * @throws ConnectionFault when the server leaves out one that it still has, sends too much, or takes too long
 */
export async function fetchMessages(
  client: ImapFlow,
  uids: readonly number[],
  query: FetchQuery,
): Promise<FetchMessageObject[]> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    client.close();
  }, deadlineMs);
  try {
    return await fetchAll(client, uids, query);
  } catch (error) {
    if (!isLate) throw error;
    throw new ConnectionFault(
      `the server takes longer than ${deadlineMs / 60_000} minutes to send some messages; check its load and the network`,
    );
  } finally {
    clearTimeout(timer);
  }
}

async function fetchAll(
  client: ImapFlow,
  uids: readonly number[],
  query: FetchQuery,
): Promise<FetchMessageObject[]> {
  const messages = await fetchAsked(client, uids, query);
  const missing = uids.filter((uid) => !messages.has(uid));
  if (missing.length === 0) return [...messages.values()];
  const still = await client.search({ uid: missing.join(',') }, { uid: true });
  if (Array.isArray(still) && still.length === 0) return [...messages.values()];
  throw new ConnectionFault(
    'the server lists messages that it does not deliver; if it persists, repair the mailbox on the server',
  );
}

/** Keeps what was asked for; servers also announce changes of other messages. */
async function fetchAsked(
  client: ImapFlow,
  uids: readonly number[],
  query: FetchQuery,
): Promise<Map<number, FetchMessageObject>> {
  const asked = new Set(uids);
  const messages = new Map<number, FetchMessageObject>();
  let bytes = 0;
  for await (const message of client.fetch([...uids], query, { uid: true })) {
    bytes += (message.source?.length ?? 0) + (message.headers?.length ?? 0);
    if (bytes > maxFetchedBytes) {
      // Else the rest would still arrive.
      client.close();
      throw new ConnectionFault(
        'the server sends far more than the sizes that it stated; repair the mailbox on the server',
      );
    }
    if (asked.has(message.uid) && isComplete(message, query)) messages.set(message.uid, message);
  }
  return messages;
}

const isComplete = (message: FetchMessageObject, { source }: FetchQuery) =>
  source ? message.source !== undefined : message.size !== undefined;
