import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import { activities } from '../activities/table.ts';
import { connections } from '../connections/table.ts';
import type { Db } from '../core/db/database.ts';
import { pageSize } from '../core/db/page-size.ts';
import { readPages } from '../core/db/pages.ts';
import type { Author } from '../core/db/side-records.ts';
import { TenantDb } from '../core/db/tenant.ts';
import { lockOrganization } from '../organization/queries.ts';
import { revokeTokensOfUser } from '../tokens/queries.ts';
import { tokens } from '../tokens/table.ts';
import { users } from '../users/table.ts';
import { readBound } from './activities.ts';
import { dropCards } from './cards.ts';
import { redactNames } from './names.ts';
import type { Person } from './person.ts';
import { redactActivities } from './redaction.ts';
import { clearAuditValues, eraseIdempotencyKeys } from './side-records.ts';

/** A user of an organization. */
export interface UserKey {
  readonly organizationId: string;
  readonly id: string;
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

const isDeletedWith = (organizationId: string, email: string) =>
  and(eq(users.organizationId, organizationId), eq(users.email, email), isNotNull(users.deletedAt));

/** Finds the address of a user who can be erased, whether deleted or not. */
export async function findErasableUser(
  db: Db,
  key: UserKey,
): Promise<{ readonly email: string } | undefined> {
  const [found] = await db.select({ email: users.email }).from(users).where(isUser(key));
  return found;
}

/**
 * Erases a user with tokens and mailbox connections, in batches. The user is gone for callers, and the tokens end, from the
 * first batch on. Safe to repeat after an interruption. Yields the number of activities read so far.
 * @param everywhere also replaces address and name in the activities and other texts
 * @returns undefined when the organization has no such user
 */
export async function* eraseUser(
  db: Db,
  key: UserKey,
  options: { readonly everywhere: boolean; readonly author: Author; readonly signal: AbortSignal },
): AsyncGenerator<number, ErasedUser | undefined> {
  const { everywhere, author, signal } = options;
  const person = await beginErasure(db, key, author);
  if (!person) return undefined;
  const { organizationId, id } = key;
  const { email } = person;
  // First, since its last batch must be recorded before the activities are read.
  const ended = await endConnections(db, organizationId, email, author);
  // The row keeps address and name until the end, so that a second run after an interruption knows what to look for.
  const changed = everywhere ? yield* redactActivities(db, organizationId, person, signal) : 0;
  if (everywhere) await redactNames(db, organizationId, person);
  // In redacted activities the address is replaced, and their cards are dropped with it.
  if (!everywhere) yield* dropCardsOf(db, organizationId, email, signal);
  const words = [id, email, fullNameOf(person)].filter((word) => word !== '');
  const idempotencyKeys = await eraseIdempotencyKeys(db, organizationId, [id, email], signal);
  const auditValues = await clearAuditValues(db, organizationId, { words }, signal);
  const erasedTokens = await db.transaction(async (transaction) => {
    // First the users, as when a token is created. Lists hide a deleted one, who may have had the same address.
    const all = await transaction
      .select({ id: users.id })
      .from(users)
      .where(or(isUser(key), isDeletedWith(organizationId, email)))
      .for('update');
    let erased = 0;
    for (const each of all) erased += await deleteUserRows(transaction, { organizationId, id: each.id });
    return erased;
  });
  return {
    id,
    tokens: erasedTokens,
    connections: ended,
    activities: changed,
    idempotencyKeys,
    auditValues,
  };
}

/**
 * Deletes a user, who is locked, with all tokens.
 * @returns the number of tokens
 */
export async function deleteUserRows(transaction: Db, key: UserKey): Promise<number> {
  const deleted = await transaction
    .delete(tokens)
    .where(and(eq(tokens.organizationId, key.organizationId), eq(tokens.userId, key.id)))
    .returning({ id: tokens.id });
  await transaction.delete(users).where(isUser(key));
  return deleted.length;
}

const fullNameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim().toLowerCase();

/** Marks the user as deleted and ends the tokens, with the audit entry of the erasure. */
function beginErasure(db: Db, key: UserKey, author: Author): Promise<Person | undefined> {
  return db.transaction(async (transaction) => {
    const tenant = new TenantDb(transaction, key.organizationId, true);
    // What is being recorded is there when the activities are read.
    await lockOrganization(tenant);
    const [person] = await transaction
      .update(users)
      .set({ deletedAt: sql`coalesce(${users.deletedAt}, now())` })
      .where(isUser(key))
      .returning({ email: users.email, firstName: users.firstName, lastName: users.lastName });
    if (!person) return undefined;
    await revokeTokensOfUser(tenant, key.id);
    await tenant.audit(author, { resource: `users/${key.id}` });
    return person;
  });
}

/** Deletes the mailbox connections of an address, each with an audit entry without values. */
function endConnections(db: Db, organizationId: string, email: string, author: Author): Promise<number> {
  return db.transaction(async (transaction) => {
    const ended = await transaction
      .delete(connections)
      .where(
        and(
          eq(connections.organizationId, organizationId),
          sql`lower(${connections.settings} ->> 'user') = ${email}`,
        ),
      )
      .returning({ id: connections.id });
    const tenant = new TenantDb(transaction, organizationId, true);
    for (const { id } of ended) await tenant.audit(author, { resource: `connections/${id}` });
    return ended.length;
  });
}

/** Drops the cards of the clients with whom the address had contact: they show the name of a user. */
async function* dropCardsOf(
  db: Db,
  organizationId: string,
  email: string,
  signal: AbortSignal,
): AsyncGenerator<number, void> {
  const { organizationId: organization, id, clientId, participants } = activities;
  const pages = readPages(async (last: { readonly id: string } | undefined) => {
    const where = and(eq(organization, organizationId), last && gt(id, last.id));
    const columns = [participants];
    const size = await pageSize(db, activities, { ...readBound, columns, where, orderBy: [id] });
    const isNamed = sql<boolean>`position(${email} in lower(array_to_string(${participants}, ' '))) > 0`;
    return db.select({ id, clientId, isNamed }).from(activities).where(where).orderBy(asc(id)).limit(size);
  }, signal);
  let read = 0;
  for await (const page of pages) {
    const clientIds = page.flatMap(({ clientId, isNamed }) =>
      isNamed && clientId !== null ? [clientId] : [],
    );
    await db.transaction((transaction) => dropCards(transaction, organizationId, [...new Set(clientIds)]));
    read += page.length;
    yield read;
  }
}
