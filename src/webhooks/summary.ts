import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../core/db/database.ts';
import { isDue, isOfEndpoint } from './leases.ts';
import { webhookDeliveries, webhookEndpoints } from './table.ts';

/**
 * Counts the webhook endpoints of a whole database by state, for monitoring.
 * @returns also the longest time for which a message to an endpoint that is neither paused nor failing has been due; 0 for none
 */
export async function summarizeWebhooks(db: Db) {
  const { state, failure } = webhookEndpoints;
  const isActive = and(eq(state, 'active'), isNull(failure));
  const isFailing = and(eq(state, 'active'), isNotNull(failure));
  const { endpointId, nextTryAt } = webhookDeliveries;
  const [due] = await db
    .select({ seconds: sql<number>`coalesce(extract(epoch from now() - min(${nextTryAt})), 0)::float8` })
    .from(webhookDeliveries)
    .leftJoin(webhookEndpoints, isOfEndpoint)
    .where(and(isDue, or(isNull(endpointId), isActive)));
  return {
    byState: {
      active: await db.$count(webhookEndpoints, isActive),
      failing: await db.$count(webhookEndpoints, isFailing),
      paused: await db.$count(webhookEndpoints, eq(state, 'paused')),
    },
    longestDueSeconds: due?.seconds ?? 0,
  };
}
