import { and, eq, sql } from 'drizzle-orm';
import type { ImportedActivity } from '../activities/import/imported-activity.ts';
import { recordActivities } from '../activities/record.ts';
import { newId } from '../core/db/id.ts';
import type { Author } from '../core/db/side-records.ts';
import type { TenantDb } from '../core/db/tenant.ts';
import { type DomainCounts, maxDomains } from './domains.ts';
import { LeaseLost, StoreFailed } from './fault.ts';
import { connectionLeases, type LeasedConnection } from './leases.ts';
import { connectionDomains, connectionMailboxes, connections } from './table.ts';

/** The position in a mailbox. See `connectionMailboxes`. */
export interface Position {
  readonly uidValidity: string;
  readonly nextUid: number;
  readonly backfillBefore: number;
}

/** A number of messages that were read from a mailbox. */
export interface Batch {
  readonly activities: readonly ImportedActivity[];
  /** The number of items looked at. */
  readonly seen: number;
  /** The reasons of items that were skipped. */
  readonly skipped: readonly string[];
  /** The items that concern no client. */
  readonly domains: DomainCounts;
}

const nothing: Batch = { activities: [], seen: 0, skipped: [], domains: new Map() };

const ofMailbox = (
  table: typeof connectionMailboxes | typeof connectionDomains,
  { id }: LeasedConnection,
  mailbox: string,
) => and(eq(table.connectionId, id), eq(table.mailbox, mailbox));

/** Runs `work` in a transaction that locks the leased connection. @throws LeaseLost, StoreFailed */
export async function stored<T>(
  db: TenantDb,
  connection: LeasedConnection,
  work: (transaction: TenantDb, skippedReasons: Readonly<Record<string, number>>) => Promise<T>,
): Promise<T> {
  const { skippedReasons } = connections;
  const isHeld = connectionLeases.isHeld(connection);
  try {
    return await db.transaction(async (transaction) => {
      const [held] = await transaction.select({ skippedReasons }, connections, isHeld).for('update');
      if (!held) throw new LeaseLost();
      return work(transaction, held.skippedReasons);
    });
  } catch (error) {
    throw error instanceof LeaseLost ? error : new StoreFailed(error);
  }
}

export const authorOf = ({ id }: LeasedConnection, operation: string): Author => ({
  actor: { connectionId: id },
  operation: `connections.${operation}`,
  requestId: newId(),
});

/** Adds an audit entry for a number of activities, unless it is 0. */
export async function auditActivities(
  tenant: TenantDb,
  connection: LeasedConnection,
  operation: 'record' | 'revise' | 'cancel',
  activities: number,
): Promise<void> {
  if (activities === 0) return;
  await tenant.audit(authorOf(connection, operation), {
    resource: `connections/${connection.id}`,
    after: { activities },
  });
}

/** Reads the position in a mailbox; undefined when it has not been opened before. */
export async function readPosition(
  db: TenantDb,
  connection: LeasedConnection,
  mailbox: string,
): Promise<Position | undefined> {
  const { uidValidity, nextUid, backfillBefore } = connectionMailboxes;
  const columns = { uidValidity, nextUid, backfillBefore };
  const isOne = ofMailbox(connectionMailboxes, connection, mailbox);
  return (await db.select(columns, connectionMailboxes, isOne))[0];
}

/** Starts over in a mailbox, and forgets what was counted there. @throws LeaseLost, StoreFailed */
export const startMailbox = (
  db: TenantDb,
  connection: LeasedConnection,
  mailbox: string,
  position: Position,
): Promise<void> =>
  stored(db, connection, async (transaction) => {
    await transaction.delete(connectionDomains, ofMailbox(connectionDomains, connection, mailbox));
    await writePosition(transaction, connection, mailbox, position);
  });

/** Goes through all mailboxes again, for domains that have got a client since. @throws LeaseLost, StoreFailed */
export const startAgain = (db: TenantDb, connection: LeasedConnection): Promise<void> =>
  stored(db, connection, async (transaction) => {
    for (const table of [connectionMailboxes, connectionDomains])
      await transaction.delete(table, eq(table.connectionId, connection.id));
  });

async function writePosition(
  transaction: TenantDb,
  { id: connectionId }: LeasedConnection,
  mailbox: string,
  position: Position,
): Promise<void> {
  const { organizationId: organization, connectionId: connection, mailbox: name } = connectionMailboxes;
  await transaction
    .insert(connectionMailboxes, [{ connectionId, mailbox, ...position }])
    .onConflictDoUpdate({ target: [organization, connection, name], set: { ...position } });
}

/**
 * Stores a batch and the position after it, both or neither: activities, counts and the position are written in one
 * transaction, so that a process that dies repeats nothing and misses nothing.
 * @throws LeaseLost, StoreFailed
 */
export const storeBatch = (
  db: TenantDb,
  connection: LeasedConnection,
  mailbox: string,
  position: Position,
  { activities, seen, skipped, domains } = nothing,
): Promise<void> =>
  stored(db, connection, async (transaction, skippedReasons) => {
    const { imported } = await recordActivities(transaction, connection.integration, activities);
    await auditActivities(transaction, connection, 'record', imported);
    await countDomains(transaction, connection, mailbox, domains);
    await writePosition(transaction, connection, mailbox, position);
    const reasons = { ...skippedReasons };
    for (const reason of skipped) reasons[reason] = (reasons[reason] ?? 0) + 1;
    const values = {
      seen: sql`${connections.seen} + ${seen}`,
      recorded: sql`${connections.recorded} + ${imported}`,
      skipped: sql`${connections.skipped} + ${skipped.length}`,
      skippedReasons: reasons,
      lastSeenAt: sql`now()`,
      failures: 0,
      ...(seen > 0 ? { lastReceivedAt: sql`now()` } : {}),
    };
    await transaction.update(connections, values, eq(connections.id, connection.id));
  });

/** Counts domains, unless the mailbox has as many as are kept. @param mailbox '' for a calendar */
export async function countDomains(
  transaction: TenantDb,
  connection: LeasedConnection,
  mailbox: string,
  counts: DomainCounts,
): Promise<void> {
  const isCounted = ofMailbox(connectionDomains, connection, mailbox);
  if (counts.size === 0 || (await transaction.count(connectionDomains, isCounted)) >= maxDomains) return;
  const own = { connectionId: connection.id, mailbox };
  const rows = [...counts].map(([domain, each]) => ({ ...own, domain, ...each }));
  const { organizationId, connectionId, mailbox: name, domain, messages, latestAt } = connectionDomains;
  for (let at = 0; at < rows.length; at += 1_000)
    await transaction.insert(connectionDomains, rows.slice(at, at + 1_000)).onConflictDoUpdate({
      target: [organizationId, connectionId, name, domain],
      set: {
        messages: sql`${messages} + excluded.messages`,
        latestAt: sql`greatest(${latestAt}, excluded.latest_at)`,
      },
    });
}
