import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';
import type { TenantTable } from './tenant-rows.ts';

/** A table whose rows are work. The worker that leases a row is the only one to do its work until the lease ends. */
type LeasedTable = TenantTable & { readonly lease: PgColumn; readonly leasedUntil: PgColumn };

/** A row under a lease; `K` names the column that identifies it in its organization. */
type Held<K extends string> = { readonly organizationId: string; readonly lease: string } & Readonly<
  Record<K, string>
>;

/** The new values of a row that nobody holds any more. */
export const free = { lease: null, leasedUntil: null };

/** The time `ms` milliseconds from now, by the database's clock. */
export const inMs = (ms: number) => sql`now() + ${`${Math.ceil(ms)} milliseconds`}::interval`;

/**
 * Declares the leases of a table.
 * @param key the column that identifies a row in its organization
 * @param leaseMs the duration of a lease unless it is renewed. After it, another worker takes over from one that died
 */
export function leasesOf<K extends string>(
  table: LeasedTable & Record<K, PgColumn>,
  key: K,
  leaseMs: number,
) {
  const { organizationId, lease, leasedUntil } = table;
  const id: PgColumn = table[key];
  return {
    leaseMs,
    /** True of a row that nobody holds. */
    isFree: or(isNull(leasedUntil), lte(leasedUntil, sql`now()`)),
    /** True of a row while this lease of it lasts. */
    isHeld: (row: Held<K>) => and(eq(id, row[key]), eq(lease, row.lease)),
    /** The end of a lease that begins or is renewed now. */
    end: inMs(leaseMs),

    /** Picks up to `limit` rows, without those that others are picking; an update joins them by `isPicked`. */
    pick: (db: Db, where: SQL | undefined, orderBy: PgColumn, limit: number) =>
      db.$with('picked').as(
        db
          .select({
            pickedOrganization: sql`${organizationId}`.as('picked_organization'),
            pickedId: sql`${id}`.as('picked_id'),
          })
          // Drizzle's builder types do not support a generic table, here and below.
          .from(table as TenantTable)
          .where(where)
          .orderBy(orderBy)
          .limit(limit)
          .for('no key update', { skipLocked: true }),
      ),
    isPicked: and(eq(organizationId, sql`picked_organization`), eq(id, sql`picked_id`)),

    /** Renews leases in one statement. @returns those that still last */
    async renew<R extends Held<K>>(db: Db, held: readonly R[]): Promise<readonly R[]> {
      const rows = held.map(
        (row) => sql`(${row.organizationId}::uuid, ${row[key]}::uuid, ${row.lease}::uuid)`,
      );
      const renewed = await db
        .update(table as LeasedTable)
        .set({ leasedUntil: inMs(leaseMs) })
        .where(sql`(${organizationId}, ${id}, ${lease}) in (${sql.join(rows, sql`, `)})`)
        .returning({ organizationId, id });
      // Copies of an organization have rows with the same ids.
      const keys = new Set(renewed.map((row) => `${row.organizationId}/${row.id}`));
      return held.filter((row) => keys.has(`${row.organizationId}/${row[key]}`));
    },
  };
}
