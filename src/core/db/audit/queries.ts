import { and, desc, gte, sql } from 'drizzle-orm';
import { nilUuid } from '../../rest/fields.ts';
import type { TenantReader } from '../tenant.ts';
import { named, parameter } from '../tenant-statements.ts';
import { auditEntries } from './table.ts';

/** By the database's time of the change, which is one clock; ids are of the clocks of many processes. */
const newest = named(
  'audit.list',
  {
    since: auditEntries.at,
    beforeAt: auditEntries.at,
    beforeId: auditEntries.id,
    limit: parameter<number>(),
  },
  (db, { since, beforeAt, beforeId, limit }) =>
    db
      .select(
        {
          id: auditEntries.id,
          at: auditEntries.at,
          token: auditEntries.tokenId,
          operation: auditEntries.operation,
          resource: auditEntries.resource,
          requestId: auditEntries.requestId,
          systemUser: auditEntries.systemUser,
          connection: auditEntries.connectionId,
          before: auditEntries.before,
          after: auditEntries.after,
        },
        auditEntries,
        and(
          gte(auditEntries.at, since),
          sql`(${auditEntries.at}, ${auditEntries.id}) < (${beforeAt}::timestamptz, ${beforeId}::uuid)`,
        ),
      )
      .orderBy(desc(auditEntries.at), desc(auditEntries.id))
      .limit(limit),
);

export interface AuditPage {
  readonly limit: number;
  /** The earliest time. */
  readonly since?: string | undefined;
  /** All entries are earlier than this. */
  readonly until?: string | undefined;
  /** The last entry of the page before. */
  readonly before?: { readonly at: string; readonly id: string } | undefined;
}

/** A page of the organization's entries, newest first. */
export function listAuditEntries(db: TenantReader, { limit, since, until, before }: AuditPage) {
  return db.all(newest, {
    limit,
    since: since ?? '-infinity',
    beforeAt: before?.at ?? until ?? 'infinity',
    beforeId: before?.id ?? nilUuid,
  });
}
