import { and, eq, getTableName, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../core/db/database.ts';
import { ConnectionFault } from './fault.ts';
import { type Secrets, SecretsUnavailable } from './secrets.ts';
import { secretContext } from './services.ts';

/** A table with encrypted secrets. */
type SealedTable = PgTable & Record<'organizationId' | 'id' | 'secret', PgColumn>;

/**
 * Re-encrypts the secrets of tables with the first key. Safe to repeat after an interruption.
 * @returns the number of secrets that were encrypted with another key
 * @throws ConnectionFault that names the first secret that cannot be decrypted; the others are done, old keys are kept
 */
export async function rotateSecrets(
  db: Db,
  tables: readonly SealedTable[],
  secrets: Secrets,
): Promise<{ rotated: number }> {
  secrets.beginRotation();
  let rotated = 0;
  const failed: string[] = [];
  for (const table of tables) {
    const { organizationId, id, secret } = table;
    const columns = { organizationId: text(organizationId), id: text(id), secret: text(secret) };
    for (const row of await db
      .select(columns)
      .from(table)
      .where(isNotNull(secret))
      .orderBy(organizationId, id))
      try {
        if (secrets.isCurrent(row.secret)) continue;
        const context = secretContext(row.organizationId, row.id);
        const sealed = secrets.encrypt(secrets.decrypt(row.secret, context), context);
        // A worker may have replaced the secret in the meantime, for example with a new refresh token.
        const isRead = and(eq(organizationId, row.organizationId), eq(id, row.id), eq(secret, row.secret));
        await db.update(table).set({ secret: sealed }).where(isRead);
        rotated++;
      } catch (error) {
        if (!(error instanceof SecretsUnavailable)) throw error;
        failed.push(`${nameOf(table)} ${row.id}: ${error.message}`);
      }
  }
  const [first] = failed;
  if (first !== undefined)
    throw new ConnectionFault(
      `${failed.length} of the secrets cannot be decrypted; the old keys are kept. ${first}`,
    );
  secrets.endRotation();
  return { rotated };
}

const nameOf = (table: SealedTable) => getTableName(table).replace(/s$/, '').replace('_', ' ');

const text = (column: PgColumn) => sql<string>`${column}`;
