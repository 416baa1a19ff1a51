import { asc, eq, gt } from 'drizzle-orm';
import type { Db } from '../core/db/database.ts';
import type { Author } from '../core/db/side-records.ts';
import { TenantDb, type TenantReader, type TenantWriter } from '../core/db/tenant.ts';
import { named, parameter, update } from '../core/db/tenant-statements.ts';
import type { RateLimits } from '../core/rate-limit/rate-limit.ts';
import type { IdPage } from '../core/rest/cursor.ts';
import { isAt, updateIfMatch, type Versions } from '../core/rest/entity-tag.ts';
import { nilUuid } from '../core/rest/fields.ts';
import { organizations } from './table.ts';

const columns = {
  id: organizations.organizationId,
  name: organizations.name,
  slug: organizations.slug,
  defaultTimezone: organizations.defaultTimezone,
  defaultCurrency: organizations.defaultCurrency,
  /** Internal: the public resource leaves it out. */
  usesLanguageModel: organizations.usesLanguageModel,
  createdAt: organizations.createdAt,
  updatedAt: organizations.updatedAt,
};

/** With what only the command line shows. */
const columnsWithState = { ...columns, state: organizations.state };

const own = named('organization.get', {}, (db) => db.select(columns, organizations));

const locked = named('organization.lock', {}, (db) =>
  db.select({ id: organizations.organizationId }, organizations).for('update'),
);

const shared = named('organization.share', {}, (db) =>
  db.select({ id: organizations.organizationId }, organizations).for('key share'),
);

const settings = update(
  'organization.update',
  organizations,
  { versions: parameter<Versions>() },
  ({ versions }) => ({
    columns,
    where: isAt(organizations.updatedAt, versions),
  }),
);

interface OrganizationPatch {
  name?: string | undefined;
  defaultTimezone?: string | undefined;
  defaultCurrency?: string | undefined;
  usesLanguageModel?: boolean | undefined;
}

/** The organization itself, or undefined when it is gone. */
export const getOrganization = (db: TenantReader) => db.first(own, {});

/**
 * Writes the fields that are present; an empty patch changes nothing.
 * @throws ApiError `precondition_failed` when the organization is at none of the versions
 */
export function updateOrganization(db: TenantWriter, patch: OrganizationPatch, versions: Versions = null) {
  const write = () => db.write(settings, { versions }, patch);
  return updateIfMatch(versions, patch, write, () => getOrganization(db));
}

/** Locks the organization until the transaction ends: others that insert its rows or take this lock wait. */
export async function lockOrganization(transaction: TenantReader): Promise<void> {
  await transaction.all(locked, {});
}

/** Makes only `lockOrganization` in other transactions wait until this one ends. */
export async function shareOrganization(transaction: TenantDb): Promise<void> {
  await transaction.all(shared, {});
}

/** Adds what is not stored: the plan, which is always `free`, and the limits in force. */
export const withPlan = <T extends object>(organization: T, rateLimits: RateLimits) => ({
  ...organization,
  plan: 'free',
  rateLimits,
});

/**
 * Makes an organization, in a transaction if an audit entry by the author is wanted, too. Fails with PostgreSQL's 23505
 * when the slug is taken. For the CLI.
 */
export async function createOrganization(
  transaction: Db,
  values: {
    name: string;
    slug: string;
    defaultTimezone?: string | undefined;
    defaultCurrency?: string | undefined;
  },
  author?: Author,
) {
  const [organization] = await transaction.insert(organizations).values(values).returning(columnsWithState);
  if (!organization) throw new Error('The new organization was not returned.');
  const { id, name, defaultTimezone, defaultCurrency } = organization;
  const after = { name, defaultTimezone, defaultCurrency };
  if (author)
    await new TenantDb(transaction, id, true).audit(author, { resource: `organization/${id}`, after });
  return organization;
}

/** A page of all organizations in order of creation. For the CLI. */
export const listOrganizations = (db: Db, { after = nilUuid, limit }: IdPage) =>
  db
    .select(columnsWithState)
    .from(organizations)
    .where(gt(organizations.organizationId, after))
    .orderBy(asc(organizations.organizationId))
    .limit(limit);

/** The organization with this id, or undefined. For the CLI. */
export const findOrganizationById = async (db: Db, id: string) =>
  (await db.select(columnsWithState).from(organizations).where(eq(organizations.organizationId, id)))[0];

/** The organization with this slug, or undefined. For the CLI. */
export const findOrganization = async (db: Db, slug: string) =>
  (await db.select(columnsWithState).from(organizations).where(eq(organizations.slug, slug)))[0];
