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

type SummaryFields = Partial<typeof insightSummaries.$inferInsert>;

/** Stores the summary of a client, as the worker does. */
export function storeSummary({ db }: TestOrganization, clientId: string, given: SummaryFields) {
  const usual = { verdict: 'Healthy' as const, wins: 0, frictions: 0, computedAt: daysAgo(0) };
  return db.insert(insightSummaries, [{ clientId, ...usual, ...given }]);
}

/** A client with a summary that holds these threads. */
export async function withThreads(
  organization: TestOrganization,
  threads: readonly InsightThread[],
  given: SummaryFields = {},
): Promise<string> {
  const { id } = await organization.client({ name: 'Globex' });
  await storeSummary(organization, id, { threads, ...given });
  return id;
}
