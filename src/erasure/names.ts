import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { clients } from '../clients/table.ts';
import { connections } from '../connections/table.ts';
import type { Db } from '../core/db/database.ts';
import { tokens } from '../tokens/table.ts';
import { addressPattern, type Person, placeholderText, textPattern } from './person.ts';

/**
 * Replaces a person in short texts about other things. A client may have the name of a person, so only the address is
 * replaced there.
 */
export async function redactNames(db: Db, organizationId: string, person: Person): Promise<void> {
  const pattern = textPattern(person);
  const address = addressPattern(person.email);
  const without = (column: PgColumn, of: string) =>
    sql`left(regexp_replace(${column}, ${of}, ${placeholderText}, 'gi'), 255)`;
  await db
    .update(tokens)
    .set({ name: without(tokens.name, pattern) })
    .where(and(eq(tokens.organizationId, organizationId), sql`${tokens.name} ~* ${pattern}`));
  await db
    .update(connections)
    .set({ failure: sql`regexp_replace(${connections.failure}, ${pattern}, ${placeholderText}, 'gi')` })
    .where(and(eq(connections.organizationId, organizationId), sql`${connections.failure} ~* ${pattern}`));
  await db
    .update(clients)
    .set({ name: without(clients.name, address), updatedAt: sql`now()` })
    .where(and(eq(clients.organizationId, organizationId), sql`${clients.name} ~* ${address}`));
}
