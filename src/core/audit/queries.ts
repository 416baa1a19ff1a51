import { desc } from 'drizzle-orm';
import { select, type TenantReader } from '../tenant.ts';
import { auditEntries } from './table.ts';

const newest = select('audit.list', auditEntries, [], () => ({
  columns: {
    at: auditEntries.at,
    token: auditEntries.tokenId,
    operation: auditEntries.operation,
    resource: auditEntries.resource,
    requestId: auditEntries.requestId,
  },
  orderBy: [desc(auditEntries.id)],
}));

/** All entries of the organization, newest first. */
export const listAuditEntries = (db: TenantReader) => db.all(newest, {});
