import { sql } from 'drizzle-orm';
import type { TenantReader } from '../core/db/tenant.ts';
import { named, parameter } from '../core/db/tenant-statements.ts';
import type { NextStep } from './schemas.ts';
import { insightSummaries } from './table.ts';

const columns = {
  clientId: insightSummaries.clientId,
  verdict: insightSummaries.verdict,
  wins: insightSummaries.wins,
  frictions: insightSummaries.frictions,
  owedSince: insightSummaries.owedSince,
  lastContactAt: insightSummaries.lastContactAt,
  computedAt: insightSummaries.computedAt,
};

const { explanation } = insightSummaries;

const ofClients = named('insights.summaries', { clientIds: parameter<string[]>() }, (db, { clientIds }) =>
  db.select(
    {
      ...columns,
      reason: sql<string>`${explanation} ->> 'reason'`.as('reason'),
      reasonActivityId: sql<string | null>`${explanation} ->> 'reasonActivityId'`.as('reasonActivityId'),
      steps: sql<NextStep[]>`${explanation} -> 'steps'`.as('steps'),
    },
    insightSummaries,
    sql`${insightSummaries.clientId} = any(${clientIds}::uuid[])`,
  ),
);

const ofClient = named('insights.summary', { clientId: insightSummaries.clientId }, (db, { clientId }) =>
  db.select({ ...columns, explanation }, insightSummaries, sql`${insightSummaries.clientId} = ${clientId}`),
);

/** The summaries of these clients by client id; clients that have not been computed yet have none. */
export const summariesOf = async (db: TenantReader, clientIds: string[]) =>
  new Map((await db.all(ofClients, { clientIds })).map((summary) => [summary.clientId, summary]));

/** The summary of a client with the content of its cards; undefined before it is computed. */
export async function summaryOf(db: TenantReader, clientId: string) {
  const summary = await db.first(ofClient, { clientId });
  return summary && { ...summary, ...summary.explanation };
}
