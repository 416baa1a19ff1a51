import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { activities } from '../activities/table.ts';
import { connections } from '../connections/table.ts';
import type { Db } from '../core/db/database.ts';
import type { Author } from '../core/db/side-records.ts';
import { TenantDb } from '../core/db/tenant.ts';
import { nilUuid } from '../core/rest/fields.ts';
import { revokeTokensOfUser } from '../tokens/queries.ts';
import { tokens } from '../tokens/table.ts';
import { users } from '../users/table.ts';
import { batchRows } from './activities.ts';
import { dropCards } from './cards.ts';
import { redactActivities } from './redaction.ts';
import { clearAuditValues, eraseIdempotencyKeys } from './side-records.ts';

/** A user of an organization. */
export interface UserKey {
  readonly organizationId: string;
  readonly id: string;
}

/** A user whose erasure has begun. */
interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** The numbers of rows that were erased, or changed. */
export interface ErasedUser {
  readonly id: string;
  readonly tokens: number;
  readonly connections: number;
  /** With `everywhere`, the activities in which the person was replaced. */
  readonly activities: number;
  readonly idempotencyKeys: number;
  readonly auditValues: number;
}

const isUser = ({ organizationId, id }: UserKey) =>
  and(eq(users.organizationId, organizationId), eq(users.id, id));

/**
 * Erases a user with tokens and mailbox connections, in batches. The user is gone for callers, and the tokens end, from the
 * first batch on. Safe to repeat after an interruption.
 * @param everywhere also replaces address and name in the activities
 * @returns undefined when the organization has no such user
 */
export async function eraseUser(
  db: Db,
  key: UserKey,
  options: { readonly everywhere: boolean; readonly author: Author; readonly signal: AbortSignal },
): Promise<ErasedUser | undefined> {
  const { everywhere, author, signal } = options;
  const person = await beginErasure(db, key, author);
  if (!person) return undefined;
  const { organizationId, id } = key;
  const { email } = person;
  const changed = everywhere ? await redactActivities(db, organizationId, person, signal) : 0;
  // The address is kept until the end, so that an interrupted erasure can go on.
  await db
    .update(users)
    .set({ firstName: '', lastName: '', imageUrl: null, idpUserId: null })
    .where(isUser(key));
  // In redacted activities the address is replaced, and their cards are dropped with it.
  if (!everywhere) await dropCardsOf(db, organizationId, email, signal);
  const ofAccount = and(
    eq(connections.organizationId, organizationId),
    sql`lower(${connections.settings} ->> 'user') = ${email}`,
  );
  const ended = await db.delete(connections).where(ofAccount).returning({ id: connections.id });
  const words = [id, email, fullNameOf(person)].filter((word) => word !== '');
  const idempotencyKeys = await eraseIdempotencyKeys(db, organizationId, [id, email]);
  const auditValues = await clearAuditValues(db, organizationId, words);
  const erasedTokens = await db.transaction(async (transaction) => {
    const ofUser = and(eq(tokens.organizationId, organizationId), eq(tokens.userId, id));
    // First the user, as when a token is created.
    await transaction.select({ id: users.id }).from(users).where(isUser(key)).for('update');
    const erased = await transaction.delete(tokens).where(ofUser).returning({ id: tokens.id });
    await transaction.delete(users).where(isUser(key));
    return erased.length;
  });
  return {
    id,
    tokens: erasedTokens,
    connections: ended.length,
    activities: changed,
    idempotencyKeys,
    auditValues,
  };
}

const fullNameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim().toLowerCase();

/** Marks the user as deleted and ends the tokens, with the audit entry of the erasure. */
function beginErasure(db: Db, key: UserKey, author: Author): Promise<Person | undefined> {
  return db.transaction(async (transaction) => {
    const [person] = await transaction
      .update(users)
      .set({ deletedAt: sql`coalesce(${users.deletedAt}, now())` })
      .where(isUser(key))
      .returning({ email: users.email, firstName: users.firstName, lastName: users.lastName });
    if (!person) return undefined;
    const tenant = new TenantDb(transaction, key.organizationId, true);
    await revokeTokensOfUser(tenant, key.id);
    await tenant.audit(author, { resource: `users/${key.id}` });
    return person;
  });
}

/** Drops the cards of the clients with whom the address had contact: they show the name of a user. */
async function dropCardsOf(
  db: Db,
  organizationId: string,
  email: string,
  signal: AbortSignal,
): Promise<void> {
  let after = nilUuid;
  for (;;) {
    signal.throwIfAborted();
    const page = await db
      .select({
        id: activities.id,
        clientId: activities.clientId,
        isNamed: sql<boolean>`position(${email} in lower(array_to_string(${activities.participants}, ' '))) > 0`,
      })
      .from(activities)
      .where(and(eq(activities.organizationId, organizationId), gt(activities.id, after)))
      .orderBy(asc(activities.id))
      .limit(batchRows);
    const last = page.at(-1);
    if (!last) return;
    const clientIds = page.flatMap(({ clientId, isNamed }) =>
      isNamed && clientId !== null ? [clientId] : [],
    );
    await db.transaction((transaction) => dropCards(transaction, organizationId, [...new Set(clientIds)]));
    after = last.id;
  }
}
