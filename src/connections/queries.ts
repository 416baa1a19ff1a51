import { asc, eq, getTableName, sql } from 'drizzle-orm';
import { free } from '../core/db/leases.ts';
import { pageById } from '../core/db/pages.ts';
import type { TenantReader, TenantWriter } from '../core/db/tenant.ts';
import { insert, named, remove, update } from '../core/db/tenant-statements.ts';
import type { SecretBox } from '../core/secret-key.ts';
import { connectionCalendars } from './calendar/table.ts';
import type { RefreshTokenRotation } from './oauth.ts';
import { imapSecret } from './schemas.ts';
import { openSecret, secretContext } from './services.ts';
import { type ConnectionState, connectionDomains, connectionMailboxes, connections } from './table.ts';

const { id, type, state, lastSeenAt, lastReceivedAt, seen, recorded, skipped, failure } = connections;
export const statusColumns = {
  ...{ id, type, state, lastSeenAt, lastReceivedAt },
  ...{ seen, recorded, skipped, failure },
};

const { integration, settings, keep, allowPrivate, secret } = connections;
const { skippedReasons, nextTryAt, createdAt } = connections;

const byId = named('connections.get', { id: connections.id }, (db, { id }) => {
  const own = { integration, settings, keep, allowPrivate, secret, skippedReasons, nextTryAt, createdAt };
  return db.select({ ...statusColumns, ...own }, connections, eq(connections.id, id));
});

const mailboxesOf = named(
  'connections.mailboxes',
  { connectionId: connectionMailboxes.connectionId },
  (db, { connectionId }) =>
    db
      .select(
        {
          mailbox: connectionMailboxes.mailbox,
          isComplete: sql<boolean>`${connectionMailboxes.backfillBefore} <= 1`.as('isComplete'),
        },
        connectionMailboxes,
        eq(connectionMailboxes.connectionId, connectionId),
      )
      .orderBy(asc(connectionMailboxes.mailbox)),
);

const lockedSecret = named('connections.lockSecret', { id: connections.id }, (db, { id }) =>
  db.select({ secret: connections.secret }, connections, eq(connections.id, id)).for('update'),
);

const creation = insert('connections.create', connections, { id, type, integration, state });

const change = update('connections.change', connections, { id: connections.id }, ({ id }) => ({
  columns: statusColumns,
  where: eq(connections.id, id),
  set: { updatedAt: sql`now()` },
}));

/** Also forgets failures, and ends the lease, so that a worker that holds it stops. */
const turn = update('connections.turn', connections, { id: connections.id }, ({ id }) => ({
  columns: statusColumns,
  where: eq(connections.id, id),
  set: { ...free, failure: null, failures: 0, nextTryAt: sql`now()`, updatedAt: sql`now()` },
}));

const deletion = remove('connections.delete', connections, { id: connections.id }, ({ id }) => ({
  columns: { id: connections.id },
  where: eq(connections.id, id),
}));

export type NewConnection = Pick<
  typeof connections.$inferSelect,
  'type' | 'integration' | 'settings' | 'keep' | 'allowPrivate'
>;

/** Creates a connection for a worker to pick up. `secret` is stored encrypted. */
export function createConnection(
  db: TenantWriter,
  values: NewConnection,
  secret: string,
  secrets: SecretBox,
) {
  return db.transaction(async (transaction) => {
    const created = await transaction.insertOne(creation, values);
    const sealed = secrets.encrypt(secret, secretContext(db.organizationId, created.id));
    await transaction.write(change, { id: created.id }, { secret: sealed });
    return created;
  });
}

/** Stores a new refresh token, unless the previous one has been replaced by something else in the meantime. */
export async function rotateRefreshToken(
  db: TenantWriter,
  id: string,
  { previous, next }: RefreshTokenRotation,
  secrets: SecretBox,
): Promise<void> {
  const { organizationId } = db;
  await db.transaction(async (transaction) => {
    const held = await transaction.first(lockedSecret, { id });
    if (!held?.secret) return;
    const secret = imapSecret.parse(openSecret(secrets, { organizationId, id, ...held }));
    if (!('refreshToken' in secret) || secret.refreshToken !== previous) return;
    const rotated = JSON.stringify({ ...secret, refreshToken: next });
    const sealed = secrets.encrypt(rotated, secretContext(organizationId, id));
    await transaction.write(change, { id }, { secret: sealed });
  });
}

/** Deletions of what holds for one server only: another may answer the entity tag of the former one with 304. */
const forgotten = [connectionMailboxes, connectionDomains, connectionCalendars].map((table) =>
  remove(
    `connections.forget.${getTableName(table)}`,
    table,
    { connectionId: table.connectionId },
    ({ connectionId }) => ({
      columns: { connectionId: table.connectionId },
      where: eq(table.connectionId, connectionId),
    }),
  ),
);

export interface ConnectionChange {
  /** Stored encrypted. */
  readonly secret?: string | undefined;
  readonly settings?: Record<string, unknown> | undefined;
}

/**
 * Changes a connection and tries it at once, unless it is paused. After a change of settings, everything is read again,
 * since positions in mailboxes hold for one server only; what is recorded stays, and is not recorded twice.
 */
export function changeConnection(
  db: TenantWriter,
  { id, state }: { readonly id: string; readonly state: ConnectionState },
  { secret, settings }: ConnectionChange,
  secrets: SecretBox,
) {
  const sealed =
    secret === undefined ? undefined : secrets.encrypt(secret, secretContext(db.organizationId, id));
  const tried = state === 'paused' ? state : 'connecting';
  return db.transaction(async (transaction) => {
    // First, so that a worker that reads the old mailboxes stores nothing after they are forgotten.
    const [changed] = await transaction.write(turn, { id }, { secret: sealed, state: tried, settings });
    if (settings !== undefined)
      for (const each of forgotten) await transaction.write(each, { connectionId: id });
    return changed;
  });
}

/** A page of the connections with their status, server and account, in order of creation. */
export const listConnections = pageById('connections.list', connections, {
  ...statusColumns,
  ...{ integration, skippedReasons, nextTryAt },
  server: sql<string | null>`${connections.settings} ->> 'host'`.as('server'),
  account: sql<string | null>`${connections.settings} ->> 'user'`.as('account'),
});

/** Reads a connection with its settings and its encrypted secret; undefined when there is none. */
export const findConnection = (db: TenantReader, id: string) => db.first(byId, { id });

/** Lists the mailboxes that have been opened; `isComplete` is true once the first sync of one is done. */
export const listMailboxes = (db: TenantReader, connectionId: string) =>
  db.all(mailboxesOf, { connectionId });

/** Pauses a connection: workers leave it alone until it is resumed. */
export const pauseConnection = async (db: TenantWriter, id: string) =>
  (await db.write(turn, { id }, { state: 'paused' }))[0];

/** Resumes a paused connection, or tries a failing one at once. */
export const resumeConnection = async (db: TenantWriter, id: string) =>
  (await db.write(turn, { id }, { state: 'connecting' }))[0];

/** Deletes a connection with its secret and progress. The activities that it recorded stay. */
export const deleteConnection = async (db: TenantWriter, id: string) => (await db.write(deletion, { id }))[0];
