import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { ConnectionFault } from '../fault.ts';
import { answerOf, bounded, shortAnswer } from './bounded.ts';

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
  const messages = await bounded(client, answerOf(bytes), () => fetchAsked(client, uids, query));
  const missing = uids.filter((uid) => !messages.has(uid));
  if (missing.length === 0) return [...messages.values()];
  const still = await bounded(client, shortAnswer, () =>
    client.search({ uid: missing.join(',') }, { uid: true }),
  );
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
  for await (const message of client.fetch([...uids], query, { uid: true }))
    if (asked.has(message.uid) && isComplete(message, query)) messages.set(message.uid, message);
  return messages;
}

const isComplete = (message: FetchMessageObject, { source }: FetchQuery) =>
  source ? message.source !== undefined : message.size !== undefined;
