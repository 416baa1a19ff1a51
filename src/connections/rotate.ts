import { and, eq, getTableName, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../core/db/database.ts';
import { ConnectionFault } from './fault.ts';
import { type Secrets, SecretsUnavailable } from './secrets.ts';
import { secretContext } from './services.ts';

interface RowKey {
  readonly organizationId: string;
  readonly id: string;
}

type SealedTable = PgTable & Record<keyof RowKey | 'secret', PgColumn>;

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
    const key = { organizationId: text(organizationId), id: text(id) };
    for (const row of await db.select(key).from(table).where(isNotNull(secret)).orderBy(organizationId, id))
      try {
        if (await rotateOne(db, table, secrets, row)) rotated++;
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

/** False if the secret is already encrypted with the first key. */
const rotateOne = (db: Db, table: SealedTable, secrets: Secrets, { organizationId, id }: RowKey) =>
  db.transaction(async (transaction) => {
    const own = and(eq(table.organizationId, organizationId), eq(table.id, id));
    // A worker may have replaced the secret in the meantime, for example with a new refresh token.
    const secret = sql<string | null>`${table.secret}`;
    const [locked] = await transaction.select({ secret }).from(table).where(own).for('update');
    if (!locked?.secret || secrets.isCurrent(locked.secret)) return false;
    const context = secretContext(organizationId, id);
    const sealed = secrets.encrypt(secrets.decrypt(locked.secret, context), context);
    await transaction.update(table).set({ secret: sealed }).where(own);
    return true;
  });

const nameOf = (table: SealedTable) => getTableName(table).replace(/s$/, '').replace('_', ' ');

const text = (column: PgColumn) => sql<string>`${column}`;
