import { getClient } from '../clients/queries.ts';
import { findConnection } from '../connections/queries.ts';
import type { TenantReader } from '../core/db/tenant.ts';
import type { RateLimits } from '../core/rate-limit/rate-limit.ts';
import { nilUuid } from '../core/rest/fields.ts';
import { summariesOf } from '../insights/summaries.ts';
import { getOrganization, withPlan } from '../organization/queries.ts';
import { getUser } from '../users/queries.ts';
import { webhookMessages } from './schemas.ts';
import type { EventDetail, WebhookEvent } from './table.ts';

/** An event of the outbox. */
export interface RecordedEvent {
  readonly event: WebhookEvent;
  readonly clientId: string | null;
  readonly subjectId: string | null;
  readonly detail: EventDetail | null;
  readonly createdAt: string;
}

/**
 * Makes the body of a message from what the event tells of, as it is now.
 * @returns undefined if that was deleted since
 */
export async function messageOf(
  db: TenantReader,
  recorded: RecordedEvent,
  limits: RateLimits,
): Promise<string | undefined> {
  const { event: type, createdAt: timestamp } = recorded;
  const data = await dataOf(db, recorded, limits);
  if (data === undefined) return undefined;
  // The schema leaves out what is not public.
  return JSON.stringify(webhookMessages[type].parse({ type, timestamp, data }));
}

async function dataOf(
  db: TenantReader,
  { event, detail, ...ids }: RecordedEvent,
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
