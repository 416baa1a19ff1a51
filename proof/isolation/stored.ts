import type postgres from 'postgres';

/** The stored data of each organization: its id, and a digest of all its rows in all tables. */
export type Stored = ReadonlyMap<string, string>;

/** Looks into the database beside the service. */
export interface Inspector {
  /** Of all tables, whatever they are; `tables` names them. Times of last use are left out. */
  stored(): Promise<Stored>;
  /** Of what no operation may write: the organization and its users without their profiles and settings. */
  fixed(): Promise<Stored>;
  tables(): Promise<string[]>;
  /** The organizations of tokens that are known to have been used. */
  used(): Promise<Set<string>>;
}

/** @param sql a connection of a user that sees all rows */
export function inspector(sql: postgres.Sql): Inspector {
  async function digests(
    rows: Promise<readonly { organization: string; digest: string }[]>[],
  ): Promise<Stored> {
    const digest = new Map<string, string>();
    for (const each of await Promise.all(rows))
      for (const row of each)
        digest.set(row.organization, `${digest.get(row.organization) ?? ''}${row.digest}`);
    return digest;
  }

  async function columns() {
    return sql<{ table: string; column: string }[]>`
      select table_name as table, max(column_name) filter (where column_name = 'organization_id') as column
      from information_schema.columns where table_schema = 'public' group by table_name order by table_name`;
  }

  return {
    async stored() {
      const tables = await columns();
      return digests(
        tables.map(({ table, column }) => {
          const organization = sql(column ?? 'id');
          return sql<{ organization: string; digest: string }[]>`
            select ${organization}::text as organization,
              md5(string_agg(stored.text, '' order by stored.text)) as digest
            from ${sql(table)} as row, lateral (select (to_jsonb(row) - 'last_used_at')::text as text) as stored
            group by 1`;
        }),
      );
    },
    fixed: () =>
      digests([
        sql`select id::text as organization, md5((to_jsonb(row) - array['name', 'default_timezone', 'default_currency', 'updated_at'])::text) as digest
          from organizations as row order by id`,
        sql`select organization_id::text as organization,
            md5(string_agg((to_jsonb(row) - array['first_name', 'last_name', 'image_url', 'updated_at'])::text, '' order by id)) as digest
          from users as row group by 1`,
      ]),
    async tables() {
      return (await columns()).map(({ table, column }) => (column === null ? `${table} (of none)` : table));
    },
    async used() {
      const rows = await sql<{ organization: string }[]>`
        select distinct organization_id::text as organization from tokens where last_used_at is not null`;
      return new Set(rows.map(({ organization }) => organization));
    },
  };
}

/** The organizations of which something else is stored than before. */
export function changedBetween(before: Stored, after: Stored): string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((organization) => before.get(organization) !== after.get(organization));
}
