import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { activities } from '../activities/table.ts';
import type { Db } from '../core/db/database.ts';
import { newId } from '../core/db/id.ts';
import type { Author } from '../core/db/side-records.ts';
import { TenantDb } from '../core/db/tenant.ts';
import { update } from '../core/db/tenant-statements.ts';
import { deleteJobs } from '../insights/jobs.ts';
import { organizations } from '../organization/table.ts';
import { type Organization, rowOf } from './rows.ts';
import { dataTables } from './tables.ts';

/**
 * Creates an organization for `importRows`. It keeps the id of the export, unless the database has it already; then it is
 * a copy with an id of its own. The ids of its rows need not differ, since they count within an organization.
 * Fails with PostgreSQL's 23505 when the slug is taken.
 */
export async function beginImport(db: Db, { id, ...values }: Organization): Promise<{ id: string }> {
  return db.transaction(async (transaction) => {
    const taken = await transaction
      .select({ id: organizations.organizationId })
      .from(organizations)
      .where(eq(organizations.organizationId, id));
    const organizationId = taken.length > 0 ? newId() : id;
    await transaction.insert(organizations).values({ ...values, organizationId, state: 'importing' });
    return { id: organizationId };
  });
}

const activation = update('organization.activate', organizations, {}, () => ({
  columns: { id: organizations.organizationId },
  where: undefined,
  set: { state: 'active' as const },
}));

/** The rows of an exported table. */
export const tableRows = z.object({ table: z.string(), rows: z.array(z.unknown()).max(1_000) });

/** Inserts rows of an exported table, all or none. */
export async function importRows(
  db: Db,
  organizationId: string,
  { table: name, rows }: z.output<typeof tableRows>,
): Promise<void> {
  const schema = rowOf(name);
  const { table, fixed } = dataTables.find((each) => each.name === name) ?? {};
  if (!table) throw new Error(`exports have no table "${name}"`);
  const values = rows.map((row) => ({ ...schema.parse(row), ...fixed, organizationId }));
  await db.transaction(async (transaction) => {
    await transaction.insert(table).values(values);
    // A trigger makes their clients due; the jobs of the export come later.
    if (table === activities) await deleteJobs(transaction, organizationId);
  });
}

/** Ends an import: the organization is like any other from here on. */
export async function endImport(db: Db, organizationId: string, author: Author): Promise<void> {
  await new TenantDb(db, organizationId).transaction(async (transaction) => {
    await transaction.update(activation, {}, {});
    await transaction.audit(author, { resource: `organization/${organizationId}` });
  });
}
