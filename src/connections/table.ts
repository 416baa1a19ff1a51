import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { audited, unaudited } from '../core/db/audit/audited.ts';
import { createdAt, id, instant, organizationId, updatedAt } from '../core/db/columns.ts';
import { organizationKey } from '../organization/table.ts';

export const connectionTypes = ['imap', 'calendar'] as const;

export const connectionStates = ['connecting', 'syncing', 'idle', 'failing', 'paused'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** `clients` records only what concerns a client or a rule of the organization; `all` records everything. */
export const keeps = ['clients', 'all'] as const;
export type Keep = (typeof keeps)[number];

const counter = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** A mailbox account or calendar that the worker keeps in sync. */
export const connections = audited(
  pgTable(
    'connections',
    {
      organizationId: organizationId(),
      id: id(),
      type: text('type', { enum: connectionTypes }).notNull(),
      /** The integration of the activities it records. */
      integration: text('integration').notNull(),
      /** The server and what to read there, without secrets. Validated by the schema of the type. */
      settings: jsonb('settings').$type<Record<string, unknown>>().notNull(),
      /** Encrypted; null when there is none. */
      secret: text('secret'),
      allowPrivate: boolean('allow_private').notNull().default(false),
      keep: text('keep', { enum: keeps }).notNull().default('clients'),
      state: text('state', { enum: connectionStates }).notNull().default('connecting'),
      /** The time of the server's last answer. */
      lastSeenAt: instant('last_seen_at'),
      /** When something new was last read. */
      lastReceivedAt: instant('last_received_at'),
      seen: counter('seen'),
      recorded: counter('recorded'),
      skipped: counter('skipped'),
      /** The number of skipped items by reason. */
      skippedReasons: jsonb('skipped_reasons').$type<Record<string, number>>().notNull().default({}),
      /** The current failure and what to do about it; null if there is none. */
      failure: text('failure'),
      /** The number of attempts since the last success. */
      failures: integer('failures').notNull().default(0),
      nextTryAt: instant('next_try_at').notNull().default(sql`now()`),
      /** Identifies the current lease; it ends at `leasedUntil`. */
      lease: uuid('lease'),
      leasedUntil: instant('leased_until'),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (table) => [
      primaryKey({ columns: [table.organizationId, table.id] }),
      organizationKey('connections_organization', table),
      // For leasing, across organizations.
      index('connections_due').on(table.nextTryAt).where(sql`${table.state} <> 'paused'`),
    ],
  ),
  'connections',
  ['type', 'integration', 'keep', 'allowPrivate', 'state'],
  ({ settings }) =>
    Object.fromEntries(
      ['host', 'port', 'tls', 'user', 'mailboxes', 'since'].map((name) => [
        name,
        sql`${settings} -> ${sql.raw(`'${name}'`)}`,
      ]),
    ),
);

/** The foreign key to the connection of a row, which goes with it. */
export const connectionKey = <T extends string>(
  name: string,
  { organizationId, connectionId }: Record<'organizationId' | 'connectionId', AnyPgColumn<{ tableName: T }>>,
) =>
  foreignKey({
    name,
    columns: [organizationId, connectionId],
    foreignColumns: [connections.organizationId, connections.id],
  }).onDelete('cascade');

/** The progress in each mailbox of an IMAP connection. */
export const connectionMailboxes = unaudited(
  pgTable(
    'connection_mailboxes',
    {
      organizationId: organizationId(),
      connectionId: uuid('connection_id').notNull(),
      mailbox: text('mailbox').notNull(),
      /** The UIDs below hold only for this value of the server (RFC 9051, 2.3.1.1). */
      uidValidity: text('uid_validity').notNull(),
      /** The UID from which new messages are read next. */
      nextUid: bigint('next_uid', { mode: 'number' }).notNull(),
      /** The first sync reads from the newest message back. UIDs below this one are still unread; 1 when it is done. */
      backfillBefore: bigint('backfill_before', { mode: 'number' }).notNull(),
    },
    (table) => [
      primaryKey({
        name: 'connection_mailboxes_pk',
        columns: [table.organizationId, table.connectionId, table.mailbox],
      }),
      connectionKey('connection_mailboxes_connection', table),
    ],
  ),
);

/** Counts the messages and meetings that concern no client. Nothing else about them is stored. */
export const connectionDomains = unaudited(
  pgTable(
    'connection_domains',
    {
      organizationId: organizationId(),
      connectionId: uuid('connection_id').notNull(),
      mailbox: text('mailbox').notNull(),
      domain: text('domain').notNull(),
      messages: bigint('messages', { mode: 'number' }).notNull(),
      latestAt: instant('latest_at').notNull(),
    },
    (table) => [
      primaryKey({
        name: 'connection_domains_pk',
        columns: [table.organizationId, table.connectionId, table.mailbox, table.domain],
      }),
      connectionKey('connection_domains_connection', table),
      index('connection_domains_of_organization').on(table.organizationId, table.domain),
    ],
  ),
);
