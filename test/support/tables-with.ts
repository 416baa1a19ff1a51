import { sql } from 'drizzle-orm';
import type { Database } from '../../src/core/db/database.ts';

/** The tables whose rows contain a text in any column, in any case. */
export async function tablesWith({ db }: Pick<Database, 'db'>, text: string): Promise<string[]> {
  const tables = await db.execute(
    sql`select table_name from information_schema.tables where table_schema = 'public'`,
  );
  const found: string[] = [];
  for (const { table_name: name = '' } of rowsOf(tables)) {
    const rows = await db.execute(
      sql`select 1 from ${sql.identifier(name)} as each where each::text ilike ${`%${text}%`} limit 1`,
    );
    if (rowsOf(rows).length > 0) found.push(name);
  }
  return found;
}

const rowsOf = (result: unknown) =>
  // PGlite wraps the rows of a raw statement, and postgres.js does not.
  (Array.isArray(result) ? [...result] : (result as { rows: unknown[] }).rows) as Record<string, string>[];
