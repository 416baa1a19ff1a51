import type { FetchMessageObject } from 'imapflow';
import type { ImportedActivity } from '../../activities/import/imported-activity.ts';
import { maxMailBytes } from '../../activities/import/mail.ts';
import { countItem, type DomainCounts, othersOf } from '../domains.ts';
import type { Batch } from '../progress.ts';
import { readMails } from '../read-mails.ts';
import { fetchMessages } from './fetch.ts';
import type { ImapSession } from './session.ts';

/** The number of messages whose headers are fetched at once. */
export const batchMessages = 200;
/** The size that headers of a batch may have. */
const headBytes = batchMessages * 5_000;
/** The total size of messages that are fetched at once. A larger message is fetched alone. */
const batchBytes = 2 * 1_024 * 1_024;

const tooLong = 'is longer than 25 MiB';
const isDraft = 'is a draft';

/** The result of a batch, without its position. `done` are the UIDs that it covers, in the order given. */
export interface ReadBatch extends Omit<Batch, 'mailbox' | 'position'> {
  readonly done: readonly number[];
}

interface Head {
  readonly uid: number;
  readonly size: number;
  readonly receivedAtMs: number | undefined;
  readonly domains: readonly string[];
  /** Why it is not recorded, apart from concerning no client. */
  readonly problem: string | undefined;
  readonly isWanted: boolean;
}

/**
 * Reads the messages with these UIDs from the open mailbox, as many of the first as fit into a batch. Of messages that
 * concern no client, only the addresses are fetched.
 */
export async function readBatch(session: ImapSession, uids: readonly number[]): Promise<ReadBatch> {
  const heads = await readHeads(session, uids);
  const covered = firstOf(uids, heads);
  const found = covered.flatMap((uid) => heads.get(uid) ?? []);
  const wanted = found.filter(({ isWanted, problem }) => isWanted && problem === undefined);
  const { activities, problems } = await readWanted(session, wanted);
  const counts: DomainCounts = new Map();
  for (const { isWanted, problem, domains, receivedAtMs } of found)
    if (!isWanted && problem === undefined)
      countItem(counts, domains, new Date(receivedAtMs ?? Date.now()).toISOString());
  return {
    done: covered,
    seen: found.length,
    activities,
    skipped: [...found.flatMap(({ problem }) => problem ?? []), ...problems],
    domains: counts,
  };
}

/** The first UIDs whose messages fit into a batch together, at least one. */
function firstOf(uids: readonly number[], heads: ReadonlyMap<number, Head>): number[] {
  let bytes = 0;
  const covered: number[] = [];
  for (const uid of uids) {
    const head = heads.get(uid);
    if (head?.isWanted && head.problem === undefined) bytes += head.size;
    if (covered.length > 0 && bytes > batchBytes) break;
    covered.push(uid);
  }
  return covered;
}

async function readHeads(session: ImapSession, uids: readonly number[]): Promise<Map<number, Head>> {
  const { client, connection, settings, signal, tenant } = session;
  const isAll = connection.keep === 'all';
  const query = { uid: true, size: true, flags: true, internalDate: true };
  const messages = await fetchMessages(
    client,
    uids,
    isAll ? query : { ...query, headers: ['from', 'to', 'cc', 'date'] },
    headBytes,
  );
  const raw = messages.map((message) => ({
    bytes: compact(message.headers ?? Buffer.alloc(0)),
    receivedAtMs: receivedAtMs(message),
  }));
  const results = isAll ? [] : await readMails(raw, connection.organizationId, signal);
  const participants = results.map((result) => (result.ok ? result.activity.participants : []));
  const others = await othersOf(tenant, connection.integration, participants, settings.user);
  return new Map(
    messages.map((message, index) => {
      const { domains = [], isOfInterest = false } = others[index] ?? {};
      const isWanted = isAll || isOfInterest;
      const result = results[index];
      const unread = result && !result.ok ? result.reason : undefined;
      const size = message.size ?? 0;
      const problem = message.flags?.has('\\Draft')
        ? isDraft
        : isWanted && size > maxMailBytes
          ? tooLong
          : unread;
      const { uid } = message;
      return [uid, { uid, size, receivedAtMs: receivedAtMs(message), domains, problem, isWanted }];
    }),
  );
}

async function readWanted(session: ImapSession, wanted: readonly Head[]) {
  const bytes = wanted.reduce((sum, { size }) => sum + size, 0);
  const read = () => readMessages(session, wanted, bytes);
  return bytes > batchBytes ? session.services.receiving(session.connection.organizationId, read) : read();
}

async function readMessages(session: ImapSession, wanted: readonly Head[], bytes: number) {
  const { client, connection, signal } = session;
  const activities: ImportedActivity[] = [];
  const problems: string[] = [];
  if (wanted.length === 0) return { activities, problems };
  // One byte more than allowed, since servers may state a size that is too small.
  const query = { uid: true, source: { start: 0, maxLength: maxMailBytes + 1 } };
  const uids = wanted.map(({ uid }) => uid);
  const fetched = await fetchMessages(client, uids, query, bytes);
  const sources = new Map(fetched.map(({ uid, source }) => [uid, source]));
  const raw = wanted.flatMap(({ uid, receivedAtMs }) => {
    const source = sources.get(uid);
    if (source === undefined) return [];
    if (source.length <= maxMailBytes) return [{ bytes: compact(source), receivedAtMs }];
    problems.push(tooLong);
    return [];
  });
  for (const result of await readMails(raw, connection.organizationId, signal)) {
    if (result.ok) activities.push(result.activity);
    else problems.push(result.reason);
  }
  return { activities, problems };
}

function receivedAtMs({ internalDate }: FetchMessageObject): number | undefined {
  const ms = internalDate === undefined ? Number.NaN : new Date(internalDate).getTime();
  return Number.isNaN(ms) ? undefined : ms;
}

/** Copies bytes out of a larger buffer, which would be sent to the thread as a whole. */
const compact = (bytes: Uint8Array) => Uint8Array.from(bytes);
