import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished } from 'vitest';
import type { Database } from '../../src/core/db/database.ts';
import { dataTables } from '../../src/organization-data/tables.ts';

/** No twin is due for background work, and none has the tokens of the other. */
const changed: Readonly<Record<string, object>> = {
  connections: { state: 'paused' },
  insight_jobs: { due_at: '2100-01-01T00:00:00Z' },
};
const copiedTables = dataTables.map(({ name }) => name).filter((name) => name !== 'tokens');

/**
 * Adds an organization with the same rows, ids included, as an import of its own export makes one. Once the test is
 * finished, nothing of the twin may have changed: an id alone never names a row.
 */
export async function addTwin({ db }: Pick<Database, 'db'>, organizationId: string): Promise<void> {
  const twinId = randomUUID();
  const copy = (table: string, idColumn: string, changes: object) =>
    db.execute(sql`insert into ${sql.identifier(table)} select copied.* from ${sql.identifier(table)} as original,
      jsonb_populate_record(original, ${JSON.stringify({ [idColumn]: twinId, ...changes })}::text::jsonb) as copied
      where original.${sql.identifier(idColumn)} = ${organizationId}`);
  await copy('organizations', 'id', { slug: `twin-${twinId}` });
  for (const table of copiedTables) await copy(table, 'organization_id', changed[table] ?? {});
  const stored = async () => {
    const rows: unknown[] = [];
    for (const table of copiedTables)
      rows.push(
        await db.execute(
          sql`select to_jsonb(each)::text as text from ${sql.identifier(table)} as each where organization_id = ${twinId} order by 1`,
        ),
      );
    return JSON.stringify(rows);
  };
  const before = await stored();
  onTestFinished(async () => expect(await stored()).toBe(before));
}
