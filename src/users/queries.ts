import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { TenantReader, TenantWriter } from '../core/db/tenant.ts';
import { insert, parameter, select, update } from '../core/db/tenant-statements.ts';
import { freeMailArray } from '../core/free-mail.ts';
import { isAt, updateIfMatch, type Versions } from '../core/rest/entity-tag.ts';
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

const notDeleted = isNull(users.deletedAt);

const byId = select('users.get', users, { id: users.id }, ({ id }) => ({
  columns,
  where: and(eq(users.id, id), notDeleted),
}));

const pageAfter = select(
  'users.list',
  users,
  { after: users.id, limit: parameter<number>() },
  ({ after, limit }) => ({
    columns,
    where: and(gt(users.id, after), notDeleted),
    orderBy: [asc(users.id)],
    limit,
  }),
);

const byEmail = select('users.byEmail', users, { email: users.email }, ({ email }) => ({
  columns,
  where: and(eq(users.email, email), notDeleted),
}));

const byEmails = select('users.byEmails', users, { emails: parameter<string[]>() }, ({ emails }) => ({
  columns: {
    email: users.email,
    firstName: users.firstName,
    lastName: users.lastName,
    isDeleted: sql<boolean>`${users.deletedAt} is not null`,
  },
  where: sql`${users.email} = any(${emails}::text[])`,
}));

const emails = select('users.emails', users, { ids: parameter<string[]>() }, ({ ids }) => ({
  columns: { id: users.id, email: users.email },
  where: sql`${users.id} = any(${ids}::uuid[])`,
}));

const domains = select('users.domains', users, {}, () => ({
  columns: { domain: sql<string>`split_part(${users.email}, '@', 2)` },
  where: sql`split_part(${users.email}, '@', 2) <> all(${freeMailArray})`,
  groupBy: [sql`1`],
}));

const creation = insert('users.create', users, columns);

const profile = update(
  'users.update',
  users,
  { id: users.id, versions: parameter<Versions>() },
  ({ id, versions }) => ({
    columns,
    where: and(eq(users.id, id), notDeleted, isAt(users.updatedAt, versions)),
  }),
);

const deletion = update('users.delete', users, { id: users.id }, ({ id }) => ({
  columns,
  where: and(eq(users.id, id), notDeleted),
  set: { deletedAt: sql`now()` },
}));

/** The user, or undefined when the organization has no such user. */
export const getUser = (db: TenantReader, id: string) => db.first(byId, { id });

/** Up to `limit` users in order of creation, those after the id `afterId`. */
export const listUsers = (db: TenantReader, afterId: string, limit: number) =>
  db.all(pageAfter, { after: afterId, limit });

/** The user with this email address (in lower case), or undefined. */
export const findUserByEmail = (db: TenantReader, email: string) => db.first(byEmail, { email });

/** Finds the users with one of these email addresses (in lower case), deleted ones included. */
export const findUsersByEmail = (db: TenantReader, addresses: string[]) =>
  db.all(byEmails, { emails: addresses });

/** The email addresses of these users, deleted ones included. */
export const listEmails = (db: TenantReader, ids: string[]) => db.all(emails, { ids });

/** Makes a user. Fails with PostgreSQL's 23505 when the email address is taken in the organization. */
export const createUser = (
  db: TenantWriter,
  values: { firstName: string; lastName: string; email: string; imageUrl: string | null },
) => db.insertOne(creation, values);

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
  return updateIfMatch(versions, patch, write, () => getUser(db, id));
}

/** Marks the user as deleted. Undefined when there is no such user. */
export const deleteUser = async (db: TenantWriter, id: string) => (await db.update(deletion, {}, { id }))[0];

/** The domains of the organization's own addresses, those of deleted users included, without free-mail domains. */
export const listUserDomains = async (db: TenantReader) =>
  (await db.all(domains, {})).map(({ domain }) => domain);
