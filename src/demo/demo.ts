import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { recordActivities } from '../activities/record.ts';
import { createRule } from '../clients/assignment-rules.ts';
import { clients } from '../clients/table.ts';
import type { Db } from '../core/db/database.ts';
import { TenantDb } from '../core/db/tenant.ts';
import { createOrganization, findOrganization, listOrganizations } from '../organization/queries.ts';
import { createToken } from '../tokens/queries.ts';
import { users } from '../users/table.ts';
import { demoBook, readDemoActivities } from './book.ts';

const demoLock = 4_201_338;
/** In the past, as the ids of all other rows are later ones. */
const firstIdAt = Date.UTC(2026, 0, 1);

/**
 * Creates the demo organization in an empty database, in one transaction.
 * @returns its token, shown only once; undefined when the database has an organization
 */
export async function makeDemo(db: Db, now: Date): Promise<string | undefined> {
  return db.transaction(async (transaction) => {
    // Of several processes that start at once, only the first creates it; the others do not wait.
    if (!(await isFirst(transaction))) return undefined;
    if ((await listOrganizations(transaction, { limit: 1 })).length > 0) return undefined;
    const organization = await createOrganization(transaction, demoBook.organization);
    const tenant = new TenantDb(transaction, organization.id, true);
    await tenant.insert(users, withIds('user', demoBook.users)).returning({ id: users.id });
    for (const rule of demoBook.rules) await createRule(tenant, rule);
    await tenant.insert(clients, withIds('client', demoBook.clients)).returning({ id: clients.id });
    const activities = await readDemoActivities(now);
    const ids = new Map(activities.map(({ sourceId }, position) => [sourceId, demoId('activity', position)]));
    for (const integration of new Set(activities.map((activity) => activity.integration))) {
      const incoming = activities.filter((activity) => activity.integration === integration);
      await recordActivities(tenant, integration, incoming, ({ sourceId }) => ids.get(sourceId));
    }
    const { token } = await createToken(tenant, {
      userId: null,
      permissions: [],
      name: 'Demo',
      expiresAt: null,
    });
    return token;
  });
}

/** Returns the slug of the demo organization; undefined when the database has none. */
export async function findDemo(db: Db): Promise<string | undefined> {
  return (await findOrganization(db, demoBook.organization.slug))?.slug;
}

/**
 * Returns the id of a row of the demo. It is the same in every installation, so that the examples of the OpenAPI document
 * can be tried as they are. Ids are unique within an organization, and an installation has one demo.
 * @param position the position among the rows of its kind; ids sort by it
 */
function demoId(kind: string, position: number): string {
  const random = createHash('sha256').update(`${kind} ${position}`).digest();
  return v7({ msecs: firstIdAt + position, random });
}

const withIds = <T extends object>(kind: string, rows: readonly T[]) =>
  rows.map((row, position) => ({ ...row, id: demoId(kind, position) }));

async function isFirst(transaction: Db): Promise<boolean> {
  const [row] = await transaction
    .select({ isFirst: sql<boolean>`attempt` })
    .from(sql`pg_try_advisory_xact_lock(${demoLock}) as attempt`);
  return row?.isFirst === true;
}
