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
import { type DemoActivity, demoBook } from './book.ts';

const dayMs = 86_400_000;
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
    const activityIds = idsBySource(demoBook.activities);
    for (const [integration, activities] of byIntegration(demoBook.activities)) {
      await recordActivities(
        tenant,
        integration,
        activities.map((activity) => toIncoming(activity, now)),
        ({ sourceId }) => activityIds.get(`${integration} ${sourceId}`),
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

const idsBySource = (activities: readonly DemoActivity[]) =>
  new Map(
    activities.map(({ integration, id }, position) => [`${integration} ${id}`, demoId('activity', position)]),
  );

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

/** Returns the midnight that begins the last Thursday, in ms: the texts name weekdays, and are told as of a Thursday. */
function lastThursday(now: Date): number {
  // Day 0 was a Thursday.
  const day = Math.floor(now.getTime() / dayMs);
  return (day - (day % 7)) * dayMs;
}

const names = new Map([
  ...Object.entries(demoBook.people),
  ...demoBook.users.map(({ email, firstName, lastName }) => [email, `${firstName} ${lastName}`] as const),
]);

function toIncoming(
  { id, type, daysAgo, at, subject, content, participants, archived }: DemoActivity,
  now: Date,
) {
  const day = new Date(lastThursday(now) - daysAgo * dayMs).toISOString().slice(0, 10);
  const archivedAt = archived ? now.toISOString() : null;
  const occurredAt = new Date(`${day}T${at}Z`).toISOString();
  const participantNames = participants.map((address) => names.get(address) ?? '');
  return { sourceId: id, type, subject, content, participants, participantNames, occurredAt, archivedAt };
}
