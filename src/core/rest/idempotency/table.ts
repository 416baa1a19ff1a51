import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, organizationId } from '../../db/columns.ts';

/**
 * Stores the answers to requests with an `Idempotency-Key`, each written by the statement that creates the resource. A
 * trigger refuses a key that another transaction is writing, and deletes one older than 24 hours before it is reused.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    organizationId: organizationId(),
    key: text('key').notNull(),
    /** Hash of the operation and its input. */
    fingerprint: text('fingerprint').notNull(),
    /** The resource as it was created, as JSON. */
    answer: text('answer').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.key] }),
    // For the worker, which deletes old keys of all organizations.
    index('idempotency_keys_age').on(table.createdAt),
  ],
);
