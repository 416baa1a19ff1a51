import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { TenantReader } from '../core/db/tenant.ts';
import type { TenantRows } from '../core/db/tenant-rows.ts';
import { named, parameter } from '../core/db/tenant-statements.ts';
import type { NextStep } from './schemas.ts';
import { insightSummaries, snoozes } from './table.ts';

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

export const eachThread = sql`jsonb_array_elements(${insightSummaries.threads}) as thread(value)`;

/** The condition that a row of `snoozes` hides `thread.value`, a thread of a summary. */
export const isSnoozed = (db: TenantRows) =>
  and(
    db.own(snoozes),
    eq(snoozes.clientId, insightSummaries.clientId),
    sql`${snoozes.activityId} = (thread.value ->> 'activityId')::uuid`,
    or(isNull(snoozes.until), gt(snoozes.until, sql`now()`)),
    sql`${snoozes.unanswered} >= (thread.value ->> 'unanswered')::integer`,
  );

/** The next steps, without those in snoozed threads. The cards name at most three answers; further ones are only in the list of threads. */
export const openSteps = (db: TenantRows) =>
  sql<NextStep[]>`coalesce((
    select jsonb_agg(step.value order by step.position)
    from jsonb_array_elements(${explanation} -> 'steps') with ordinality as step(value, position)
    where not exists (select from ${eachThread}, ${snoozes}
      where thread.value -> 'activityId' = step.value -> 'activityId' and ${isSnoozed(db)})
  ), '[]')`.as('steps');

const ofClients = named('insights.summaries', { clientIds: parameter<string[]>() }, (db, { clientIds }) =>
  db.select(
    {
      ...columns,
      reason: sql<string>`${explanation} ->> 'reason'`.as('reason'),
      reasonActivityId: sql<string | null>`${explanation} ->> 'reasonActivityId'`.as('reasonActivityId'),
      steps: openSteps(db),
    },
    insightSummaries,
    sql`${insightSummaries.clientId} = any(${clientIds}::uuid[])`,
  ),
);

const ofClient = named('insights.summary', { clientId: insightSummaries.clientId }, (db, { clientId }) =>
  db.select(
    { ...columns, explanation, steps: openSteps(db) },
    insightSummaries,
    sql`${insightSummaries.clientId} = ${clientId}`,
  ),
);

/** The summaries of these clients by client id; clients that have not been computed yet have none. */
export const summariesOf = async (db: TenantReader, clientIds: string[]) =>
  new Map((await db.all(ofClients, { clientIds })).map((summary) => [summary.clientId, summary]));

/** The summary of a client with the content of its cards; undefined before it is computed. */
export async function summaryOf(db: TenantReader, clientId: string) {
  const summary = await db.first(ofClient, { clientId });
  return summary && { ...summary.explanation, ...summary };
}
