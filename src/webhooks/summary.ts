import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../core/db/database.ts';
import { isDue, isOfEndpoint } from './leases.ts';
import { webhookDeliveries, webhookEndpoints } from './table.ts';

/** The webhook endpoints of a whole database. */
export interface WebhookSummary {
  readonly byState: Readonly<Record<'active' | 'failing' | 'paused', number>>;
  /** The longest time for which a message to an endpoint that is neither paused nor failing has been due; 0 for none. */
  readonly longestDueSeconds: number;
}

/** Counts the endpoints by state, for monitoring. */
export async function summarizeWebhooks(db: Db): Promise<WebhookSummary> {
  const { failure } = webhookEndpoints;
  const isActive = eq(webhookEndpoints.state, 'active');
  const endpoints = (where: SQL | undefined) => db.$count(webhookEndpoints, where);
  const { endpointId, nextTryAt } = webhookDeliveries;
  const [due] = await db
    .select({ seconds: sql<number>`coalesce(extract(epoch from now() - min(${nextTryAt})), 0)::float8` })
    .from(webhookDeliveries)
    .leftJoin(webhookEndpoints, isOfEndpoint)
    .where(and(isDue, or(isNull(endpointId), and(isActive, isNull(failure)))));
  return {
    byState: {
      active: await endpoints(and(isActive, isNull(failure))),
      failing: await endpoints(and(isActive, isNotNull(failure))),
      paused: await endpoints(eq(webhookEndpoints.state, 'paused')),
    },
    longestDueSeconds: due?.seconds ?? 0,
  };
}
