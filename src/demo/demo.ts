import { sql } from 'drizzle-orm';
import { recordActivities } from '../activities/record.ts';
import { createRule } from '../clients/assignment-rules.ts';
import { createClient } from '../clients/queries.ts';
import type { Db } from '../core/db/database.ts';
import { TenantDb } from '../core/db/tenant.ts';
import { createOrganization, listOrganizations } from '../organization/queries.ts';
import { createToken } from '../tokens/queries.ts';
import { createUser } from '../users/queries.ts';
import { type DemoActivity, demoBook } from './book.ts';

const dayMs = 86_400_000;
const demoLock = 4_201_338;

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
    for (const user of demoBook.users) await createUser(tenant, user);
    for (const rule of demoBook.rules) await createRule(tenant, rule);
    for (const client of demoBook.clients) await createClient(tenant, client);
    for (const [integration, activities] of byIntegration(demoBook.activities)) {
      await recordActivities(
        tenant,
        integration,
        activities.map((activity) => toIncoming(activity, now)),
      );
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

async function isFirst(transaction: Db): Promise<boolean> {
  const [row] = await transaction
    .select({ isFirst: sql<boolean>`attempt` })
    .from(sql`pg_try_advisory_xact_lock(${demoLock}) as attempt`);
  return row?.isFirst === true;
}

function byIntegration(activities: readonly DemoActivity[]): Map<string, DemoActivity[]> {
  const groups = new Map<string, DemoActivity[]>();
  for (const activity of activities) {
    groups.set(activity.integration, [...(groups.get(activity.integration) ?? []), activity]);
  }
  return groups;
}

function toIncoming(
  { id, type, daysAgo, at, subject, content, participants, archived }: DemoActivity,
  now: Date,
) {
  const day = new Date(now.getTime() - daysAgo * dayMs).toISOString().slice(0, 10);
  const archivedAt = archived ? now.toISOString() : null;
  const occurredAt = new Date(`${day}T${at}Z`).toISOString();
  return { sourceId: id, type, subject, content, participants, occurredAt, archivedAt };
}
