import { eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../core/db/database.ts';
import { newId } from '../core/db/id.ts';
import type { Author } from '../core/db/side-records.ts';
import { TenantDb } from '../core/db/tenant.ts';
import { makeAllDue } from '../insights/jobs.ts';
import { organizations } from '../organization/table.ts';
import { type Organization, rowOf } from './rows.ts';
import { dataTables } from './tables.ts';

/**
 * One run of an import. The id of the organization does not identify it: when the organization is deleted meanwhile, the
 * next import of the same file gets the same id.
 */
export const importRun = z.object({ organizationId: z.uuid(), importId: z.uuid() });
export type ImportRun = z.output<typeof importRun>;

/** Thrown when the organization of a run is no longer being imported by it. */
export class ImportReplaced extends Error {}

/** Only the organization that this run still imports. */
export const isImportedBy = ({ organizationId, importId }: ImportRun): SQL =>
  sql`${eq(organizations.organizationId, organizationId)} and ${eq(organizations.importId, importId)}
    and ${eq(organizations.state, 'importing')}`;

/**
 * Creates an organization for `importRows`. It keeps the id of the export, unless the database has it already; then it is
 * a copy with an id of its own. The ids of its rows need not differ, since they count within an organization.
 * Fails with PostgreSQL's 23505 when the slug is taken.
 */
export async function beginImport(db: Db, { id, ...values }: Organization): Promise<ImportRun> {
  return db.transaction(async (transaction) => {
    const taken = await transaction
      .select({ id: organizations.organizationId })
      .from(organizations)
      .where(eq(organizations.organizationId, id));
    const organizationId = taken.length > 0 ? newId() : id;
    const run = { organizationId, importId: newId() };
    await transaction.insert(organizations).values({ ...values, ...run, state: 'importing' });
    return run;
  });
}

/** The rows of an exported table. */
export const tableRows = z.object({ table: z.string(), rows: z.array(z.unknown()).max(1_000) });

/**
 * Inserts rows of an exported table, all or none.
 * @throws ImportReplaced
 */
export async function importRows(
  db: Db,
  run: ImportRun,
  { table: name, rows }: z.output<typeof tableRows>,
): Promise<void> {
  const { organizationId } = run;
  const schema = rowOf(name);
  const { table, fixed } = dataTables.find((each) => each.name === name) ?? {};
  if (!table) throw new Error(`exports have no table "${name}"`);
  const values = rows.map((row) => ({ ...schema.parse(row), ...fixed, organizationId }));
  await db.transaction(async (transaction) => {
    // A deletion waits for this lock, and then deletes the rows, too.
    const held = await transaction
      .select({ id: organizations.organizationId })
      .from(organizations)
      .where(isImportedBy(run))
      .for('share');
    if (held.length === 0) throw new ImportReplaced();
    await transaction.insert(table).values(values);
  });
}

/**
 * Ends an import: the organization is like any other from here on.
 * @throws ImportReplaced
 */
export async function endImport(db: Db, run: ImportRun, author: Author): Promise<void> {
  const { organizationId } = run;
  await db.transaction(async (transaction) => {
    const activated = await transaction
      .update(organizations)
      .set({ state: 'active', importId: null })
      .where(isImportedBy(run))
      .returning({ id: organizations.organizationId });
    if (activated.length === 0) throw new ImportReplaced();
    await makeAllDue(transaction, organizationId);
    const tenant = new TenantDb(transaction, organizationId, true);
    await tenant.audit(author, { resource: `organization/${organizationId}` });
  });
}
