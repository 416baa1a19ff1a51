import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { ImportedActivity } from '../activities/import/imported-activity.ts';
import { recordActivities } from '../activities/record.ts';
import type { Db } from '../core/db/database.ts';
import { newId } from '../core/db/id.ts';
import type { Author } from '../core/db/side-records.ts';
import { TenantDb } from '../core/db/tenant.ts';
import { LeaseLost, StoreFailed } from './fault.ts';
import { addCounts, holdLease, type LeasedConnection } from './leases.ts';
import { connectionDomains, connectionMailboxes } from './table.ts';

/** The position in a mailbox. See `connectionMailboxes`. */
export interface Position {
  readonly uidValidity: string;
  readonly nextUid: number;
  readonly backfillBefore: number;
}

/** A number of messages that were read from a mailbox. */
export interface Batch {
  readonly mailbox: string;
  readonly activities: readonly ImportedActivity[];
  /** The number of items looked at. */
  readonly seen: number;
  /** The reasons of items that were skipped. */
  readonly skipped: readonly string[];
  /** The items that concern no client: their domains and times. */
  readonly others: readonly { readonly domains: readonly string[]; readonly at: string }[];
  readonly position: Position;
}

const ofMailbox = ({ organizationId, id }: LeasedConnection, mailbox: string) =>
  and(
    eq(connectionMailboxes.organizationId, organizationId),
    eq(connectionMailboxes.connectionId, id),
    eq(connectionMailboxes.mailbox, mailbox),
  );

const countedOf = ({ organizationId, id }: LeasedConnection) =>
  and(eq(connectionDomains.organizationId, organizationId), eq(connectionDomains.connectionId, id));

/** Runs `work` in a transaction that holds the lease. @throws LeaseLost, StoreFailed */
export async function stored<T>(
  db: Db,
  connection: LeasedConnection,
  work: (transaction: Db, held: Awaited<ReturnType<typeof holdLease>>) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(async (transaction) =>
      work(transaction, await holdLease(transaction, connection)),
    );
  } catch (error) {
    throw error instanceof LeaseLost ? error : new StoreFailed(error);
  }
}

/** The author of what a connection changes. */
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
  db: Db,
  connection: LeasedConnection,
  mailbox: string,
): Promise<Position | undefined> {
  const [position] = await db
    .select({
      uidValidity: connectionMailboxes.uidValidity,
      nextUid: connectionMailboxes.nextUid,
      backfillBefore: connectionMailboxes.backfillBefore,
    })
    .from(connectionMailboxes)
    .where(ofMailbox(connection, mailbox));
  return position;
}

/** Starts over in a mailbox, and forgets what was counted there. @throws LeaseLost, StoreFailed */
export const startMailbox = (
  db: Db,
  connection: LeasedConnection,
  mailbox: string,
  position: Position,
): Promise<void> =>
  stored(db, connection, async (transaction) => {
    await transaction
      .delete(connectionDomains)
      .where(and(countedOf(connection), eq(connectionDomains.mailbox, mailbox)));
    await writePosition(transaction, connection, mailbox, position);
  });

/** Goes through all mailboxes again, for domains that have got a client since. @throws LeaseLost, StoreFailed */
export const startAgain = (db: Db, connection: LeasedConnection): Promise<void> =>
  stored(db, connection, async (transaction) => {
    await transaction.delete(connectionDomains).where(countedOf(connection));
    await transaction
      .update(connectionMailboxes)
      .set({ backfillBefore: sql`${connectionMailboxes.nextUid}` })
      .where(
        and(
          eq(connectionMailboxes.organizationId, connection.organizationId),
          eq(connectionMailboxes.connectionId, connection.id),
        ),
      );
  });

/** Forgets the mailboxes that are not read any more, such as one that was renamed. @throws LeaseLost, StoreFailed */
export const forgetOtherMailboxes = (
  db: Db,
  connection: LeasedConnection,
  mailboxes: readonly string[],
): Promise<void> =>
  stored(db, connection, async (transaction) => {
    const { organizationId, id } = connection;
    await transaction
      .delete(connectionMailboxes)
      .where(
        and(
          eq(connectionMailboxes.organizationId, organizationId),
          eq(connectionMailboxes.connectionId, id),
          notInArray(connectionMailboxes.mailbox, [...mailboxes]),
        ),
      );
    await transaction
      .delete(connectionDomains)
      .where(and(countedOf(connection), notInArray(connectionDomains.mailbox, [...mailboxes])));
  });

async function writePosition(
  transaction: Db,
  { organizationId, id: connectionId }: LeasedConnection,
  mailbox: string,
  position: Position,
): Promise<void> {
  const { organizationId: organization, connectionId: connection, mailbox: name } = connectionMailboxes;
  await transaction
    .insert(connectionMailboxes)
    .values({ organizationId, connectionId, mailbox, ...position })
    .onConflictDoUpdate({ target: [organization, connection, name], set: { ...position } });
}

/**
 * Stores a batch and the position after it, both or neither: activities, counts and the position are written in one
 * transaction, so that a process that dies repeats nothing and misses nothing.
 * @throws LeaseLost, StoreFailed
 */
export const storeBatch = (db: Db, connection: LeasedConnection, batch: Batch): Promise<void> =>
  stored(db, connection, async (transaction, { skippedReasons }) => {
    const { mailbox, activities, seen, skipped, others, position } = batch;
    const tenant = new TenantDb(transaction, connection.organizationId, true);
    const { imported } = await recordActivities(tenant, connection.integration, activities);
    await auditActivities(tenant, connection, 'record', imported);
    await countDomains(transaction, connection, mailbox, others);
    await writePosition(transaction, connection, mailbox, position);
    const reasons = { ...skippedReasons };
    for (const reason of skipped) reasons[reason] = (reasons[reason] ?? 0) + 1;
    const counts = { seen, recorded: imported, skipped: skipped.length, skippedReasons: reasons };
    await addCounts(transaction, connection, counts);
  });

/** The most domains that are counted in a mailbox; spam has any number of them. */
export const maxDomains = 10_000;

/** Returns those of the domains that are counted already, and as many others as there is room for. */
async function countable(
  transaction: Db,
  connection: LeasedConnection,
  mailbox: string,
  domains: readonly string[],
): Promise<ReadonlySet<string>> {
  const ofConnection = and(countedOf(connection), eq(connectionDomains.mailbox, mailbox));
  const known = await transaction
    .select({ domain: connectionDomains.domain })
    .from(connectionDomains)
    .where(and(ofConnection, inArray(connectionDomains.domain, [...domains])));
  const counted = new Set(known.map(({ domain }) => domain));
  if (counted.size === domains.length) return counted;
  const total = await transaction.$count(connectionDomains, ofConnection);
  const others = domains.filter((domain) => !counted.has(domain));
  return new Set([...counted, ...others.slice(0, Math.max(0, maxDomains - total))]);
}

async function countDomains(
  transaction: Db,
  leased: LeasedConnection,
  mailbox: string,
  others: Batch['others'],
): Promise<void> {
  const counts = new Map<string, { messages: number; latestAt: string }>();
  for (const { domains, at } of others) {
    for (const domain of new Set(domains)) {
      const { messages, latestAt } = counts.get(domain) ?? { messages: 0, latestAt: at };
      counts.set(domain, { messages: messages + 1, latestAt: latestAt > at ? latestAt : at });
    }
  }
  if (counts.size === 0) return;
  const { organizationId, id: connectionId } = leased;
  const isCountable = await countable(transaction, leased, mailbox, [...counts.keys()]);
  const rows = [...counts]
    .filter(([domain]) => isCountable.has(domain))
    .map(([domain, values]) => ({ organizationId, connectionId, mailbox, domain, ...values }));
  if (rows.length === 0) return;
  const { organizationId: organization, connectionId: connection, mailbox: name, domain } = connectionDomains;
  await transaction
    .insert(connectionDomains)
    .values(rows)
    .onConflictDoUpdate({
      target: [organization, connection, name, domain],
      set: {
        messages: sql`${connectionDomains.messages} + excluded.messages`,
        latestAt: sql`greatest(${connectionDomains.latestAt}, excluded.latest_at)`,
      },
    });
}
