import { sql } from 'drizzle-orm';
import { check, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { createdAt, id, organizationId } from '../columns.ts';

/** The audited columns of a row, by their names in TypeScript. */
export const auditedValues = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]),
);
export type AuditedValues = z.infer<typeof auditedValues>;

/** The audit log: one row for every change, kept when the resource or its author is deleted. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    organizationId: organizationId(),
    id: id(),
    at: createdAt('at'),
    /** The token of a request. Of `tokenId`, `systemUser` and `connectionId` one is not null: the author. */
    tokenId: uuid('token_id'),
    /** The operating-system user who ran a command. */
    systemUser: text('system_user'),
    connectionId: uuid('connection_id'),
    operation: text('operation').notNull(),
    resource: text('resource').notNull(),
    /** Shared by the entries of one request or command. */
    requestId: uuid('request_id').notNull(),
    before: jsonb('before').$type<AuditedValues>(),
    after: jsonb('after').$type<AuditedValues>(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.at, table.id] }),
    check(
      'audit_entries_author',
      sql`num_nonnulls(${table.tokenId}, ${table.systemUser}, ${table.connectionId}) = 1`,
    ),
  ],
);
