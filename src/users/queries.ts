import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { changeFrom, isAt, type Versions } from '../core/entity-tag.ts';
import { select, type TenantDb, type TenantReader, type TenantWriter, update } from '../core/tenant.ts';
import { users } from './table.ts';

const columns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  imageUrl: users.imageUrl,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
};

const living = isNull(users.deletedAt);

const byId = select('users.get', users, ['id'], ({ id }) => ({
  columns,
  where: and(eq(users.id, id), living),
}));

const pageAfter = select('users.list', users, ['after', 'limit'], ({ after, limit }) => ({
  columns,
  where: and(gt(users.id, after), living),
  orderBy: [asc(users.id)],
  limit,
}));

const byEmail = select('users.byEmail', users, ['email'], ({ email }) => ({
  columns,
  where: and(eq(users.email, email), living),
}));

const byEmails = select('users.byEmails', users, ['emails'], ({ emails }) => ({
  columns: { email: users.email, firstName: users.firstName, lastName: users.lastName },
  where: sql`${users.email} = any(${emails}::text[])`,
}));

const emails = select('users.emails', users, [], () => ({ columns: { id: users.id, email: users.email } }));

const profile = update('users.update', users, ['id', 'versions'], ({ id, versions }) => ({
  columns,
  where: and(eq(users.id, id), living, isAt(users.updatedAt, versions)),
}));

const deletion = update('users.delete', users, ['id'], ({ id }) => ({
  columns,
  where: and(eq(users.id, id), living),
  set: { deletedAt: sql`now()` },
}));

/** The user, or undefined when the organization has no such user. */
export const getUser = (db: TenantReader, id: string) => db.first(byId, { id });

/** Up to `limit` users in order of creation, those after the id `afterId`. */
export const listUsers = (db: TenantReader, afterId: string, limit: number) =>
  db.all(pageAfter, { after: afterId, limit });

/** The user with this email address (in lower case), or undefined. */
export const findUserByEmail = (db: TenantReader, email: string) => db.first(byEmail, { email });

/** Those who have or had one of these email addresses (in lower case); deleted users are among them. */
export const findUsersByEmail = (db: TenantReader, addresses: string[]) =>
  db.all(byEmails, { emails: addresses });

/** The email addresses of all users, deleted ones included. */
export const listEmails = (db: TenantReader) => db.all(emails, {});

/** Makes a user. Fails with PostgreSQL's 23505 when the email address is taken in the organization. */
export const createUser = async (
  db: TenantDb,
  values: { firstName: string; lastName: string; email: string; imageUrl: string | null },
) => (await db.insert(users, [values], columns))[0];

/**
 * Writes the fields that are present; an empty patch changes nothing. Undefined when there is no such user.
 * @throws ApiError `precondition_failed` when the user is at none of the versions
 */
export function updateUser(
  db: TenantWriter,
  id: string,
  patch: {
    firstName?: string | undefined;
    lastName?: string | undefined;
    imageUrl?: string | null | undefined;
  },
  versions: Versions = null,
) {
  const write = () => db.update(profile, patch, { id, versions });
  return changeFrom(versions, patch, write, () => getUser(db, id));
}

/** Marks the user as deleted. Undefined when there is no such user. */
export const deleteUser = async (db: TenantDb, id: string) => (await db.update(deletion, {}, { id }))[0];
