import { sql } from 'drizzle-orm';
import type { TenantReader } from '../core/db/tenant.ts';
import { named, parameter } from '../core/db/tenant-statements.ts';
import { insightSummaries } from './table.ts';

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
    },
    insightSummaries,
    sql`${insightSummaries.clientId} = any(${clientIds}::uuid[])`,
  ),
);

/** The summaries of these clients by client id; clients that have not been computed yet have none. */
export const summariesOf = async (db: TenantReader, clientIds: string[]) =>
  new Map((await db.all(ofClients, { clientIds })).map((summary) => [summary.clientId, summary]));
