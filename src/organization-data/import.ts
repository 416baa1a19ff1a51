import { and, eq } from 'drizzle-orm';
import type { Db } from '../core/db/database.ts';
import { newId } from '../core/db/id.ts';
import type { Author } from '../core/db/side-records.ts';
import { TenantDb } from '../core/db/tenant.ts';
import { makeAllDue } from '../insights/jobs.ts';
import { organizations } from '../organization/table.ts';
import { beginDeletion } from './delete.ts';
import type { ExportedRow } from './file.ts';
import type { Organization } from './rows.ts';
import { dataTables } from './tables.ts';

/**
 * One run of an import. The id of the organization does not identify it: when the organization is deleted meanwhile, the
 * next import of the same file gets the same id.
 */
export interface ImportRun {
  readonly organizationId: string;
  readonly importId: string;
}

/** Thrown when the organization of a run is no longer being imported by it. */
export class ImportReplaced extends Error {}

/** Only the organization that this run still imports. */
const isImportedBy = ({ importId }: ImportRun) =>
  and(eq(organizations.importId, importId), eq(organizations.state, 'importing'));

/** Begins to delete what a run has inserted; undefined if the organization is no longer being imported by it. */
export const beginRollback = (db: Db, run: ImportRun) =>
  beginDeletion(new TenantDb(db, run.organizationId), isImportedBy(run));

/**
 * Creates an organization for `importRows`. It keeps the id of the export, unless the database has it already; then it is
 * a copy with an id of its own. The ids of its rows need not differ, since they count within an organization.
 * Fails with PostgreSQL's 23505 when the slug is taken.
 */
export async function beginImport(db: Db, { id, ...values }: Organization): Promise<ImportRun> {
  return db.transaction(async (transaction) => {
    const isTaken = (await new TenantDb(transaction, id, true).count(organizations)) > 0;
    const organizationId = isTaken ? newId() : id;
    const importId = newId();
    const tenant = new TenantDb(transaction, organizationId, true);
    await tenant.insert(organizations, [{ ...values, importId, state: 'importing' }]);
    return { organizationId, importId };
  });
}

/**
 * Inserts rows as `readExport` reads them, all or none.
 * @throws ImportReplaced
 */
export async function importRows(
  db: Db,
  run: ImportRun,
  rows: readonly Pick<ExportedRow, 'table' | 'row'>[],
): Promise<void> {
  await new TenantDb(db, run.organizationId).transaction(async (transaction) => {
    // A deletion waits for this lock, and then deletes the rows, too.
    const held = await transaction
      .select({ id: organizations.organizationId }, organizations, isImportedBy(run))
      .for('share');
    if (held.length === 0) throw new ImportReplaced();
    for (const { name, table, fixed } of dataTables) {
      const ofTable = rows.filter((each) => each.table === name);
      if (ofTable.length > 0)
        await transaction.insert(
          table,
          ofTable.map(({ row }) => ({ ...row, ...fixed })),
        );
    }
  });
}

/**
 * Ends an import: the organization is like any other from here on.
 * @throws ImportReplaced
 */
export async function endImport(db: Db, run: ImportRun, author: Author): Promise<void> {
  await new TenantDb(db, run.organizationId).transaction(async (transaction) => {
    const activated = await transaction
      .update(organizations, { state: 'active', importId: null }, isImportedBy(run))
      .returning({ id: organizations.organizationId });
    if (activated.length === 0) throw new ImportReplaced();
    await makeAllDue(transaction);
    await transaction.audit(author, { resource: `organization/${run.organizationId}` });
  });
}
