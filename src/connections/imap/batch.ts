import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { ReadResult } from '../../activities/import/imported-activity.ts';
import { maxMailBytes } from '../../activities/import/mail.ts';
import type { TenantDb } from '../../core/db/tenant.ts';
import { countItem, type DomainCounts, othersOf } from '../domains.ts';
import type { LeasedConnection } from '../leases.ts';
import type { Batch } from '../progress.ts';
import { readMails } from '../read-mails.ts';
import type { ImapSettings } from '../schemas.ts';
import type { ConnectionServices } from '../services.ts';
import { fetchMessages } from './bounded.ts';

/** The number of messages whose headers are fetched at once. */
export const batchMessages = 200;
/** The size that headers of a batch may have. */
const headBytes = batchMessages * 5_000;
/** The total size of messages that are fetched at once. A larger message is fetched alone. */
const batchBytes = 2 * 1_024 * 1_024;

const tooLong = 'is longer than 25 MiB';
const isDraft = 'is a draft';

/** A connection to a server, for the time of a lease. */
export interface ImapSession {
  readonly services: ConnectionServices;
  readonly connection: LeasedConnection;
  readonly settings: ImapSettings;
  readonly client: ImapFlow;
  readonly tenant: TenantDb;
  readonly signal: AbortSignal;
  /** True while nothing is left to read. */
  isInStep: boolean;
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
 * @returns also the UIDs that the batch covers, in the order given
 */
export async function readBatch(
  session: ImapSession,
  uids: readonly number[],
): Promise<Batch & { readonly done: readonly number[] }> {
  const heads = await readHeads(session, uids);
  const done = firstOf(uids, heads);
  const found = done.flatMap((uid) => heads.get(uid) ?? []);
  const results = await readWanted(
    session,
    found.filter(({ isWanted }) => isWanted),
  );
  const domains: DomainCounts = new Map();
  for (const { isWanted, problem, receivedAtMs, ...head } of found)
    if (!isWanted && problem === undefined)
      countItem(domains, head.domains, new Date(receivedAtMs ?? Date.now()).toISOString());
  const unread = results.flatMap((result) => (result.ok ? [] : result.reason));
  return {
    done,
    seen: found.length,
    activities: results.flatMap((result) => (result.ok ? result.activity : [])),
    skipped: [...found.flatMap(({ problem }) => problem ?? []), ...unread],
    domains,
  };
}

/** The first UIDs whose messages fit into a batch together, at least one. */
function firstOf(uids: readonly number[], heads: ReadonlyMap<number, Head>): number[] {
  let bytes = 0;
  const end = uids.findIndex((uid, index) => {
    const head = heads.get(uid);
    if (head?.isWanted) bytes += head.size;
    return index > 0 && bytes > batchBytes;
  });
  return uids.slice(0, end === -1 ? uids.length : end);
}

async function readHeads(session: ImapSession, uids: readonly number[]): Promise<Map<number, Head>> {
  const { client, connection, settings, signal, tenant } = session;
  const isAll = connection.keep === 'all';
  const query = { uid: true, size: true, flags: true, internalDate: true };
  const headers = isAll ? {} : { headers: ['from', 'to', 'cc', 'date'] };
  const messages = await fetchMessages(client, uids, { ...query, ...headers }, headBytes);
  const raw = messages.map((message) => ({
    bytes: compact(message.headers ?? Buffer.alloc(0)),
    receivedAtMs: receivedAtMs(message),
  }));
  const results = isAll ? [] : await readMails(raw, connection.organizationId, signal);
  const participants = results.map((result) => (result.ok ? result.activity.participants : []));
  const others = await othersOf(tenant, connection.integration, participants, settings.user);
  const heads = messages.map((message, index): Head => {
    const { uid, size = 0, flags } = message;
    const { domains = [], isOfInterest = isAll } = others[index] ?? {};
    const result = results[index];
    let problem = result?.ok === false ? result.reason : undefined;
    if (isOfInterest && size > maxMailBytes) problem = tooLong;
    if (flags?.has('\\Draft')) problem = isDraft;
    const isWanted = isOfInterest && problem === undefined;
    return { uid, size, receivedAtMs: receivedAtMs(message), domains, problem, isWanted };
  });
  return new Map(heads.map((head) => [head.uid, head]));
}

async function readWanted(session: ImapSession, wanted: readonly Head[]): Promise<ReadResult[]> {
  const { client, connection, services, signal } = session;
  const { organizationId } = connection;
  const bytes = wanted.reduce((sum, { size }) => sum + size, 0);
  // One byte more than allowed, since servers may state a size that is too small.
  const query = { uid: true, source: { start: 0, maxLength: maxMailBytes + 1 } };
  const uids = wanted.map(({ uid }) => uid);
  const read = async () => {
    const fetched = await fetchMessages(client, uids, query, bytes);
    const sources = new Map(fetched.map(({ uid, source }) => [uid, source]));
    const raw = wanted.flatMap(({ uid, receivedAtMs }) => {
      const source = sources.get(uid);
      return source && source.length <= maxMailBytes ? [{ bytes: compact(source), receivedAtMs }] : [];
    });
    const isTooLong = fetched.filter(({ source }) => source && source.length > maxMailBytes);
    const results = await readMails(raw, organizationId, signal);
    return [...results, ...isTooLong.map(() => ({ ok: false, label: '', reason: tooLong }) as const)];
  };
  if (wanted.length === 0) return [];
  return bytes > batchBytes ? services.receiving(organizationId, read) : read();
}

function receivedAtMs({ internalDate }: FetchMessageObject): number | undefined {
  const ms = internalDate === undefined ? Number.NaN : new Date(internalDate).getTime();
  return Number.isNaN(ms) ? undefined : ms;
}

/** Copies bytes out of a larger buffer, which would be sent to the thread as a whole. */
const compact = (bytes: Uint8Array) => Uint8Array.from(bytes);
