import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';
import type { TenantDb } from './tenant.ts';
import type { Columns, NewValues, Row, TenantTable } from './tenant-rows.ts';

/** A table whose rows are work. The worker that leases a row is the only one to do its work until the lease ends. */
type LeasedTable = TenantTable & Readonly<Record<'lease' | 'leasedUntil' | 'failures', PgColumn>>;

/** A row under a lease; `K` names the column that identifies it in its organization. */
type Held<K extends string> = Readonly<Record<'organizationId' | 'lease' | K, string>>;

/** The new values of a row that nobody holds any more. */
export const free = { lease: null, leasedUntil: null };

/** The time `ms` milliseconds from now, by the database's clock. */
export const inMs = (ms: number) => sql`now() + ${`${Math.ceil(ms)} milliseconds`}::interval`;

/** The pause after one or more failures in a row: doubled with each further one, up to a maximum. */
export const pauseAfter = (failures: SQL | PgColumn, firstSeconds: number, maxSeconds: number) =>
  sql`least(${sql.raw(`${maxSeconds}`)}, ${sql.raw(`${firstSeconds}`)} * 2 ^ (least(${failures}, 20) - 1)) * interval '1 second'`;

/**
 * Declares the leases of a table. `failures` counts the attempts since the last success: each when it is taken, so that work
 * which kills its worker waits like work that fails.
 * @param key the column that identifies a row in its organization
 * @param leaseMs the duration of a lease unless it is renewed. After it, another worker takes over from one that died
 * @param pauseOf the pause after so many failures in a row
 */
export function leasesOf<K extends string, T extends LeasedTable & Record<K, PgColumn>>(
  table: T,
  key: K,
  leaseMs: number,
  pauseOf: (failures: SQL | PgColumn) => SQL,
) {
  // Drizzle's builder types do not support a generic table, here and below.
  const rows: LeasedTable = table;
  const { organizationId, lease, leasedUntil, failures } = rows;
  const id: PgColumn = table[key];
  const isHeld = (row: Held<K>) => and(eq(id, row[key]), eq(lease, row.lease));
  // The first worker that dies may have been killed; the next ones may die of the work.
  const pauseAfterDeath = sql`case when ${failures} > 1 then ${pauseOf(failures)} else interval '0' end`;
  const isFree = or(isNull(leasedUntil), lte(leasedUntil, sql`now() - ${pauseAfterDeath}`));
  return {
    leaseMs,
    /** True of a row that nobody holds, and that does not wait since its worker died. */
    isFree,
    /** True of a row while this lease of it lasts. */
    isHeld,
    /** The end of a lease that begins or is renewed now. */
    end: inMs(leaseMs),
    /** The time of the next attempt after one that failed. */
    retryAt: sql`now() + ${pauseOf(sql`greatest(${failures}, 1)`)}`,

    /** Picks up to `limit` free rows for `take`, without those that others are picking. */
    pick: (where: SQL | undefined, orderBy: PgColumn, limit: number) =>
      sql`select ${organizationId}, ${id}, ${orderBy} from ${table} where ${and(where, isFree)}
        order by ${orderBy} limit ${limit} for no key update skip locked`,

    /**
     * Leases the picked rows. No other worker gets them until they are released, or until the lease expires.
     * @param token a new UUID
     * @param values further new values of the rows
     */
    async take<C extends Columns>(db: Db, token: string, pick: SQL, columns: C, values?: NewValues<T>) {
      const picked = db.$with('picked').as(db.select({ all: sql`*` }).from(sql`(${pick}) as pick`));
      const taken = await db
        .with(picked)
        .update(rows)
        .set({ ...values, lease: token, leasedUntil: inMs(leaseMs), failures: sql`${failures} + 1` })
        .from(picked)
        .where(sql`(${organizationId}, ${id}) = (picked.organization_id, picked.${sql.identifier(id.name)})`)
        .returning({ ...(columns as Columns), organizationId, [key]: id });
      return taken.map((row) => ({ ...row, lease: token })) as unknown as (Row<C> & Held<K>)[];
    },

    /** Renews leases in one statement. @returns those that still last */
    async renew<R extends Held<K>>(db: Db, held: readonly R[]): Promise<readonly R[]> {
      const keys = held.map(
        (row) => sql`(${row.organizationId}::uuid, ${row[key]}::uuid, ${row.lease}::uuid)`,
      );
      const renewed = await db
        .update(rows)
        .set({ leasedUntil: inMs(leaseMs) })
        .where(sql`(${organizationId}, ${id}, ${lease}) in (${sql.join(keys, sql`, `)})`)
        .returning({ organizationId, id });
      // Copies of an organization have rows with the same ids.
      const lasting = new Set(renewed.map((row) => `${row.organizationId}/${row.id}`));
      return held.filter((row) => lasting.has(`${row.organizationId}/${row[key]}`));
    },

    /**
     * Ends a lease. Does nothing when it is lost.
     * @param hasFailed false for an attempt that does not count
     * @returns the failures in a row; undefined when the lease is lost
     */
    async release(db: TenantDb, row: Held<K>, hasFailed: boolean, values?: NewValues<T>) {
      const counted = hasFailed ? sql`greatest(${failures}, 1)` : sql`greatest(${failures} - 1, 0)`;
      const released = { failures: counted, ...values, ...free };
      const [after] = await db.update(rows, released, isHeld(row)).returning({ failures });
      return after && Number(after.failures);
    },
  };
}
