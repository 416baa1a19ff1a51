/** Runs a query and returns its rows. */
type Query = (text: string) => Promise<Record<string, unknown>[]>;

/**
 * Checks all tables and indexes of a database with PostgreSQL's amcheck, row by row.
 * @returns what is damaged
 */
export async function findDamage(query: Query): Promise<string[]> {
  await query('create extension if not exists amcheck');
  const relations = (kind: 'r' | 'i') =>
    query(`select pg_class.oid::regclass::text as name from pg_class join pg_namespace on relnamespace = pg_namespace.oid
      where relkind = '${kind}' and nspname in ('public', 'drizzle', 'pg_catalog') and not relisshared`);
  const found: string[] = [];
  for (const { name } of await relations('r')) {
    const faults = await query(`select msg from verify_heapam('${name}')`);
    found.push(...faults.map(({ msg }) => `${name}: ${msg}`));
  }
  for (const { name } of await relations('i')) {
    // It fails on the first fault. "True" compares the index with each row of its table.
    await query(`select bt_index_check('${name}', true)`).catch((error: unknown) =>
      found.push(`${name}: ${error}`),
    );
  }
  return found;
}

/** Returns the number of rows and a hash of the content of each table. */
export async function contentOf(query: Query): Promise<Record<string, unknown>> {
  const tables = await query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const content: Record<string, unknown> = {};
  for (const { name } of tables)
    [content[`${name}`]] = await query(
      `select count(*), md5(string_agg(line::text, ',' order by line::text)) as hash from ${name} as line`,
    );
  return content;
}
