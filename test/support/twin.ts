import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished } from 'vitest';
import type { Database } from '../../src/core/db/database.ts';
import { dataTables } from '../../src/organization-data/tables.ts';

/** Keeps workers away from a twin's connections. */
const idle = { state: 'paused', lease: null, leased_until: null };
const tables = dataTables.map(({ name }) => name);
/** Hashes of tokens are unique across organizations. */
const hashOfTwin = sql`jsonb_build_object('hash', sha256(original.hash || uuid_send(gen_random_uuid())))`;

/**
 * Adds an organization with the same rows, ids included, as an import of its own export makes one. Once the test is
 * finished, nothing of the twin may have changed: an id alone never names a row.
 * @param changes the columns in which rows of a table differ
 */
export async function addTwin(
  { db }: Pick<Database, 'db'>,
  organizationId: string,
  changes: Readonly<Record<string, object>> = {},
): Promise<void> {
  const twinId = randomUUID();
  const copy = (table: string, idColumn: string, ...columns: (object | undefined)[]) =>
    db.execute(sql`insert into ${sql.identifier(table)} select copied.* from ${sql.identifier(table)} as original,
      jsonb_populate_record(original, ${JSON.stringify(Object.assign({ [idColumn]: twinId }, ...columns))}::text::jsonb
        || ${table === 'tokens' ? hashOfTwin : sql`'{}'::jsonb`}) as copied
      where original.${sql.identifier(idColumn)} = ${organizationId}`);
  await copy('organizations', 'id', { slug: `twin-${twinId}` });
  // A trigger has made its jobs by then, which are due in an hour.
  for (const table of tables.filter((name) => name !== 'insight_jobs'))
    await copy(table, 'organization_id', table === 'connections' ? idle : {}, changes[table]);
  await db.execute(
    sql`update insight_jobs set due_at = now() + interval '1 hour' where organization_id = ${twinId}`,
  );
  const stored = async () => {
    const rows: unknown[] = [];
    for (const table of tables)
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
