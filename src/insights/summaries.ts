import { sql } from 'drizzle-orm';
import type { TenantReader } from '../core/db/tenant.ts';
import { named, parameter } from '../core/db/tenant-statements.ts';
import type { InsightThread } from './schemas.ts';
import { insightSummaries } from './table.ts';

/** A message of the last working day does not count as owed yet. */
const mostUrgentOwed = sql<InsightThread | null>`case when ${insightSummaries.owedSince} is not null
  then jsonb_path_query_first(${insightSummaries.threads}, '$[*] ? (@.isOwed == true)') end`;

const ofClients = named('insights.summaries', { clientIds: parameter<string[]>() }, (db, { clientIds }) =>
  db.select(
    {
      clientId: insightSummaries.clientId,
      verdict: insightSummaries.verdict,
      wins: insightSummaries.wins,
      frictions: insightSummaries.frictions,
      owedSince: insightSummaries.owedSince,
      lastContactAt: insightSummaries.lastContactAt,
      computedAt: insightSummaries.computedAt,
      owed: mostUrgentOwed.as('owed'),
    },
    insightSummaries,
    sql`${insightSummaries.clientId} = any(${clientIds}::uuid[])`,
  ),
);

/** The summaries of these clients by client id; clients that have not been computed yet have none. */
export const summariesOf = async (db: TenantReader, clientIds: string[]) =>
  new Map((await db.all(ofClients, { clientIds })).map((summary) => [summary.clientId, summary]));
