import { newId } from '../../src/core/db/id.ts';
import type { InsightThread } from '../../src/insights/schemas.ts';
import { insightSummaries } from '../../src/insights/table.ts';
import type { TestOrganization } from './api.ts';

const dayMs = 86_400_000;
export const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

/** A thread in which an answer is owed. */
export const thread = (given: Partial<InsightThread> & { subject: string }): InsightThread => ({
  activityId: newId(),
  people: ['Gerald Oyelaran'],
  state: 'open',
  since: daysAgo(3),
  isOwed: true,
  unanswered: 1,
  deadline: null,
  quote: null,
  ...given,
});

/** A client with a summary that holds these threads. */
export async function withThreads(
  organization: TestOrganization,
  threads: readonly InsightThread[],
  given: Partial<typeof insightSummaries.$inferInsert> = {},
): Promise<string> {
  const { id } = await organization.client({ name: 'Globex' });
  const summary = { verdict: 'Healthy' as const, wins: 0, frictions: 0, computedAt: daysAgo(0), ...given };
  await organization.db.insert(insightSummaries, [{ clientId: id, threads, ...summary }]);
  return id;
}
