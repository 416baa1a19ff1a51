import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, organizationId } from '../../db/columns.ts';

/**
 * What was answered to a request with an `Idempotency-Key`, written with what it made. The database lets nobody write a
 * key that another transaction is writing, and a key of more than 24 hours counts as absent.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    organizationId: organizationId(),
    key: text('key').notNull(),
    /** Of the operation and its input. */
    fingerprint: text('fingerprint').notNull(),
    /** The resource as it was made, as JSON. */
    answer: text('answer').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.key] }),
    // For the worker, which clears those of all organizations.
    index('idempotency_keys_age').on(table.createdAt),
  ],
);
