import { and, eq, isNull, sql } from 'drizzle-orm';
import { pageById } from '../core/db/pages.ts';
import type { TenantReader, TenantWriter } from '../core/db/tenant.ts';
import { insert, named, parameter, update } from '../core/db/tenant-statements.ts';
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

const byId = named('users.get', { id: users.id }, (db, { id }) =>
  db.select(columns, users, and(eq(users.id, id), notDeleted)),
);

const byEmail = named('users.byEmail', { email: users.email }, (db, { email }) =>
  db.select(columns, users, and(eq(users.email, email), notDeleted)),
);

const namedColumns = {
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  isDeleted: sql<boolean>`${users.deletedAt} is not null`,
};

const byEmails = named('users.byEmails', { emails: parameter<string[]>() }, (db, { emails }) =>
  db.select(namedColumns, users, sql`${users.email} = any(${emails}::text[])`),
);

const ofDomains = named('users.ofDomains', { domains: parameter<string[]>() }, (db, { domains }) =>
  db.select(
    namedColumns,
    users,
    sql`${users.id} = any(array(
      select (
        select ${users.id} from ${users}
        where ${db.own(users)} and split_part(${users.email}, '@', 2) = domain limit 1
      )
      from unnest(${domains}::text[]) as domain
    ))`,
  ),
);

const emails = named('users.emails', { ids: parameter<string[]>() }, (db, { ids }) =>
  db.select({ id: users.id, email: users.email }, users, sql`${users.id} = any(${ids}::uuid[])`),
);

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

export const getUser = (db: TenantReader, id: string) => db.first(byId, { id });

/** A page of the users in order of creation. */
export const listUsers = pageById('users.list', users, columns, notDeleted);

/** The user with this email address (in lower case), or undefined. */
export const findUserByEmail = (db: TenantReader, email: string) => db.first(byEmail, { email });

/** Finds the users with one of these email addresses (in lower case), deleted ones included. */
export const findUsersByEmail = (db: TenantReader, addresses: string[]) =>
  db.all(byEmails, { emails: addresses });

/** Finds one user, deleted or not, with an email address in each of these domains (in lower case). */
export const findUsersOfDomains = (db: TenantReader, domains: string[]) => db.all(ofDomains, { domains });

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
  const write = () => db.write(profile, { id, versions }, patch);
  return updateIfMatch(versions, patch, write, () => getUser(db, id));
}

/** Marks the user as deleted. Undefined when there is no such user. */
export const deleteUser = async (db: TenantWriter, id: string) => (await db.write(deletion, { id }))[0];
