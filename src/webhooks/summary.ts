import { and, count, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../core/db/database.ts';
import { webhookDeliveries, webhookEndpoints } from './table.ts';

/** The webhook endpoints of a whole database. */
export interface WebhookSummary {
  readonly byState: Readonly<Record<'active' | 'failing' | 'paused', number>>;
  /** The longest time for which a message to an endpoint that is neither paused nor failing has been due; 0 for none. */
  readonly longestDueSeconds: number;
}

/** Counts the endpoints by state, for monitoring. */
export async function summarizeWebhooks(db: Db): Promise<WebhookSummary> {
  const isActive = eq(webhookEndpoints.state, 'active');
  const states = await db
    .select({
      active: count(sql`case when ${and(isActive, isNull(webhookEndpoints.failure))} then 1 end`),
      failing: count(sql`case when ${and(isActive, isNotNull(webhookEndpoints.failure))} then 1 end`),
      paused: count(sql`case when ${webhookEndpoints.state} = 'paused' then 1 end`),
    })
    .from(webhookEndpoints);
  const [due] = await db
    .select({
      seconds: sql<number>`greatest(0, extract(epoch from now() - min(${webhookDeliveries.nextTryAt})))::float8`,
    })
    .from(webhookDeliveries)
    .leftJoin(
      webhookEndpoints,
      and(
        eq(webhookEndpoints.organizationId, webhookDeliveries.organizationId),
        eq(webhookEndpoints.id, webhookDeliveries.endpointId),
      ),
    )
    .where(
      and(
        eq(webhookDeliveries.state, 'pending'),
        or(isNull(webhookDeliveries.endpointId), and(isActive, isNull(webhookEndpoints.failure))),
      ),
    );
  return {
    byState: states[0] ?? { active: 0, failing: 0, paused: 0 },
    longestDueSeconds: due?.seconds ?? 0,
  };
}
