import { getClient } from '../clients/queries.ts';
import { findConnection } from '../connections/queries.ts';
import type { TenantReader } from '../core/db/tenant.ts';
import type { RateLimits } from '../core/rate-limit/rate-limit.ts';
import { nilUuid } from '../core/rest/fields.ts';
import { summariesOf } from '../insights/summaries.ts';
import { getOrganization, withPlan } from '../organization/queries.ts';
import { getUser } from '../users/queries.ts';
import type { PendingDelivery } from './leases.ts';
import { webhookMessages } from './schemas.ts';

/** Makes the body of a message from what the event tells of, as it is now; undefined if that was deleted since. */
export async function messageOf(
  db: TenantReader,
  delivery: PendingDelivery,
  limits: RateLimits,
): Promise<string | undefined> {
  const { event: type, createdAt: timestamp } = delivery;
  const data = await dataOf(db, delivery, limits);
  if (data === undefined) return undefined;
  // The schema leaves out what is not public.
  return JSON.stringify(webhookMessages[type].parse({ type, timestamp, data }));
}

async function dataOf(
  db: TenantReader,
  { event, detail, ...ids }: PendingDelivery,
  limits: RateLimits,
): Promise<object | undefined> {
  const { clientId, subjectId } = { clientId: ids.clientId ?? nilUuid, subjectId: ids.subjectId ?? nilUuid };
  switch (event) {
    case 'client.created':
    case 'client.updated':
      return getClient(db, clientId);
    case 'activity.recorded':
      return (await getClient(db, clientId)) && { clientId, count: detail?.count };
    case 'dashboard.ready': {
      const summary = (await summariesOf(db, [clientId])).get(clientId);
      // That of a deleted client stays until its job is dropped.
      return summary && (await getClient(db, clientId)) && { ...summary, before: detail?.before ?? null };
    }
    case 'organization.updated': {
      const organization = await getOrganization(db);
      return organization && withPlan(organization, limits);
    }
    case 'user.updated':
      return getUser(db, subjectId);
    case 'connection.failing':
      return findConnection(db, subjectId);
  }
}
