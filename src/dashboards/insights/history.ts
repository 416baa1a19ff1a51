import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { activities } from '../../activities/table.ts';
import { domainsOfClient } from '../../clients/assignment-rules.ts';
import { getClient } from '../../clients/queries.ts';
import { select, type TenantReader } from '../../core/tenant.ts';
import { getOrganization } from '../../organization/queries.ts';
import { findUsersByEmail } from '../../users/queries.ts';
import type { ClientHistory } from './engine.ts';
import { insightJobs } from './table.ts';

/** How many activities of a client are looked at, the newest, and how much of each, in characters. */
const maxActivities = 500;
const maxContent = 10_240;

const newest = select('insights.newest', activities, ['clientId', 'asOf'], ({ clientId, asOf }) => ({
  columns: {
    id: activities.id,
    type: activities.type,
    subject: activities.subject,
    content: sql<string>`left(${activities.content}, ${sql.raw(String(maxContent))})`.as('content'),
    occurredAt: activities.occurredAt,
    participants: activities.participants,
    // Read by the same statement as the activities, so that it counts just the changes that are seen here.
    revision: sql<string>`(select ${insightJobs.revision} from ${insightJobs}
      where ${insightJobs.organizationId} = ${sql.placeholder('organizationId')}
      and ${insightJobs.clientId} = ${clientId})`.as('revision'),
  },
  where: and(eq(activities.clientId, clientId), lte(activities.occurredAt, asOf)),
  orderBy: [desc(activities.occurredAt), desc(activities.id)],
  limit: maxActivities,
}));

const next = select('insights.next', activities, ['clientId', 'asOf'], ({ clientId, asOf }) => ({
  columns: { type: activities.type, subject: activities.subject, occurredAt: activities.occurredAt },
  where: and(eq(activities.clientId, clientId), gt(activities.occurredAt, asOf)),
  orderBy: [asc(activities.occurredAt), asc(activities.id)],
  limit: 1,
}));

const ownRevision = select('insights.revision', insightJobs, ['clientId'], ({ clientId }) => ({
  columns: { revision: insightJobs.revision },
  where: eq(insightJobs.clientId, clientId),
}));

/**
 * All that an engine is told of a client, and the revision of its activities that this is.
 * @param asOf UTC with milliseconds; what occurred later is left out
 * @returns undefined when the client is deleted; a history without activities when there is none until then
 */
export async function readHistory(
  db: TenantReader,
  clientId: string,
  asOf: string,
): Promise<{ history: ClientHistory; revision: number } | undefined> {
  const values = { clientId, asOf };
  // Before the activities: if they change in between, they are only looked at once more.
  const before = await db.first(ownRevision, { clientId });
  const [client, organization, ruleDomains, rows, upcoming] = await Promise.all([
    getClient(db, clientId),
    getOrganization(db),
    domainsOfClient(db, clientId),
    db.all(newest, values),
    db.first(next, values),
  ]);
  if (!client || !organization || !before) return undefined;
  const addresses = new Set(
    rows.flatMap(({ participants }) => participants.map((each) => each.toLowerCase())),
  );
  const users = await findUsersByEmail(db, [...addresses]);
  const domains = client.domain === null ? ruleDomains : [client.domain, ...ruleDomains];
  const history: ClientHistory = {
    client: { id: client.id, name: client.name },
    clientDomains: [...new Set(domains)],
    users,
    timezone: organization.defaultTimezone,
    asOf,
    activities: rows.map(({ revision: _, ...activity }) => activity),
    upcoming,
  };
  const [first] = rows;
  return { history, revision: first ? Number(first.revision) : before.revision };
}
