import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, organizationId } from '../columns.ts';

/** The audit log: one row for every change made through the API, kept when the resource or token is deleted. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    organizationId: organizationId(),
    id: id(),
    at: createdAt('at'),
    tokenId: uuid('token_id').notNull(),
    operation: text('operation').notNull(),
    resource: text('resource').notNull(),
    requestId: uuid('request_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.at, table.id] })],
);
