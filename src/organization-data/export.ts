import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTableColumns } from 'drizzle-orm';
import { readRows } from '../core/db/read-rows.ts';
import type { TenantDb } from '../core/db/tenant.ts';
import { readVersion } from '../core/paths.ts';
import { organizations } from '../organization/table.ts';
import { exportFormat, exportVersion, toLine } from './file.ts';
import { dataTables, isExported } from './tables.ts';

/**
 * Exports an organization from one snapshot of the database, as lines of JSON. The snapshot is written to a file without
 * a name first, since a slow reader would keep the embedded database from other work, and PostgreSQL from removing rows.
 * @returns parts of the file, which may end within a line
 */
export async function* exportOrganization(db: TenantDb, at: Date): AsyncGenerator<string> {
  const file = await openUnnamed();
  try {
    await db.transaction(
      async (transaction) => {
        for await (const lines of readParts(transaction, at)) await file.appendFile(lines);
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    const parts = file.createReadStream({ start: 0, encoding: 'utf8', autoClose: false });
    for await (const part of parts) yield String(part);
  } finally {
    await file.close();
  }
}

/** Opens a file that nobody else can open, and that ends with this process at the latest. */
async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `clientele-export-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

async function* readParts(db: TenantDb, at: Date): AsyncGenerator<string> {
  const {
    organizationId: id,
    state: _state,
    importId: _importId,
    // A file must not choose it.
    usesLanguageModel: _usesLanguageModel,
    ...columns
  } = getTableColumns(organizations);
  const [organization] = await db.select({ id, ...columns }, organizations);
  if (!organization) throw new Error('the organization was deleted');
  yield toLine({
    format: exportFormat,
    version: exportVersion,
    program: readVersion(),
    at: at.toISOString(),
    organization,
  });
  let rows = 0;
  for (const { name, table, exported: columns } of dataTables.filter(isExported)) {
    for await (const page of readRows(db, table, { columns })) {
      rows += page.length;
      yield page.map((row) => toLine({ table: name, row })).join('');
    }
  }
  yield toLine({ end: true, rows });
}
