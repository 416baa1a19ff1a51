import { and, asc, eq, gt, isNotNull, or } from 'drizzle-orm';
import type { Db } from '../core/db/database.ts';
import { readPages } from '../core/db/pages.ts';
import { ConnectionFault } from './fault.ts';
import { type Secrets, SecretsUnavailable } from './secrets.ts';
import { secretContext } from './services.ts';
import { connections } from './table.ts';

const pageRows = 500;

interface Sealed {
  readonly organizationId: string;
  readonly id: string;
  readonly secret: string | null;
}

const readPage = (db: Db, last: Sealed | undefined): Promise<Sealed[]> =>
  db
    .select({ organizationId: connections.organizationId, id: connections.id, secret: connections.secret })
    .from(connections)
    .where(
      and(
        isNotNull(connections.secret),
        last &&
          or(
            gt(connections.organizationId, last.organizationId),
            and(eq(connections.organizationId, last.organizationId), gt(connections.id, last.id)),
          ),
      ),
    )
    .orderBy(asc(connections.organizationId), asc(connections.id))
    .limit(pageRows);

/**
 * Re-encrypts the secrets of all connections with the first key. Safe to repeat after an interruption.
 * @returns the number of secrets that were encrypted with another key
 * @throws ConnectionFault that names the first secret that cannot be decrypted; the others are done, old keys are kept
 */
export async function rotateSecrets(db: Db, secrets: Secrets): Promise<{ rotated: number }> {
  secrets.beginRotation();
  let rotated = 0;
  const failed: string[] = [];
  for await (const page of readPages((last: Sealed | undefined) => readPage(db, last)))
    for (const row of page) {
      try {
        if (await rotateOne(db, secrets, row)) rotated++;
      } catch (error) {
        if (!(error instanceof SecretsUnavailable)) throw error;
        failed.push(`connection ${row.id}: ${error.message}`);
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
async function rotateOne(db: Db, secrets: Secrets, row: Sealed): Promise<boolean> {
  const { organizationId, id } = row;
  const own = and(eq(connections.organizationId, organizationId), eq(connections.id, id));
  let { secret } = row;
  let isRotated = false;
  while (secret !== null && !secrets.isCurrent(secret)) {
    const context = secretContext(organizationId, id);
    const sealed = secrets.encrypt(secrets.decrypt(secret, context), context);
    // A worker may have replaced the secret in the meantime, for example with a new refresh token.
    const written = await db
      .update(connections)
      .set({ secret: sealed })
      .where(and(own, eq(connections.secret, secret)))
      .returning({ id: connections.id });
    isRotated = written.length > 0;
    const [now] = await db.select({ secret: connections.secret }).from(connections).where(own);
    secret = now?.secret ?? null;
  }
  return isRotated;
}
