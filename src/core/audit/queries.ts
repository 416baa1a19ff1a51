import { desc } from 'drizzle-orm';
import { select, type TenantDb, type TenantReader } from '../tenant.ts';
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

/** Records one change, in the transaction that makes it. */
export async function recordChange(
  transaction: TenantDb,
  change: { tokenId: string; operation: string; resource: string; requestId: string },
): Promise<void> {
  await transaction.insert(auditEntries, [change], { id: auditEntries.id });
}
