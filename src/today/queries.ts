import { and, asc, desc, eq, gt, type Placeholder, sql } from 'drizzle-orm';
import { clients, notDeleted } from '../clients/table.ts';
import { connections } from '../connections/table.ts';
import { firstIdAt } from '../core/db/id.ts';
import type { TenantReader, TenantWriter } from '../core/db/tenant.ts';
import type { TenantRows } from '../core/db/tenant-rows.ts';
import { insert, named, parameter, remove, update } from '../core/db/tenant-statements.ts';
import type { Explanation, InsightThread, NextStep } from '../insights/schemas.ts';
import { eachThread, isSnoozed, openSteps } from '../insights/summaries.ts';
import { insightJobs, insightSummaries, snoozes, type Verdict } from '../insights/table.ts';
import { waitingText } from '../insights/text/card-lines.ts';

/** The maximum number of rows of each kind. */
export const maxThreads = 200;
const maxClients = 50;
const maxConnections = 20;
const maxChanges = 20;

const thread = sql<InsightThread>`thread.value`;
const isGrave = sql`coalesce((thread.value -> 'quote' ->> 'isGrave')::boolean, false)`;
/** A threat that was answered, or told of in a call, is still one for a while. */
export const isAtRisk = sql<boolean>`((${isGrave} or thread.value ->> 'deadline' is not null)
  and (thread.value ->> 'state' in ('open', 'waiting')
    or thread.value ->> 'state' = 'quiet' and (thread.value ->> 'since')::timestamptz > now() - interval '60 days'))`;
const needsSomebody = sql`((thread.value ->> 'isOwed')::boolean or ${isAtRisk})`;

/** Clients that are not deleted; of one owner, unless the parameter is null. */
const ofOwner = (db: TenantRows, ownerId: Placeholder) =>
  and(
    db.own(clients),
    eq(clients.id, insightSummaries.clientId),
    notDeleted,
    sql`(${ownerId}::uuid is null or ${clients.ownerId} = ${ownerId})`,
  );

const owner = { ownerId: parameter<string | null>() };
const client = { clientId: clients.id, clientName: clients.name };

const pending = named('today.threads', owner, (db, { ownerId }) =>
  db
    .select(
      { ...client, thread: thread.as('thread') },
      insightSummaries,
      and(needsSomebody, sql`not exists (select from ${snoozes} where ${isSnoozed(db)})`),
    )
    .innerJoin(clients, ofOwner(db, ownerId))
    .crossJoin(eachThread)
    .orderBy(
      sql`(thread.value ->> 'isOwed')::boolean desc, ${isGrave} desc, thread.value ->> 'promise' is not null`,
      sql`thread.value ->> 'since'`,
    )
    .limit(maxThreads + 1),
);

const wentQuiet = named('today.quiet', owner, (db, { ownerId }) =>
  db
    .select(
      {
        ...client,
        lastContactAt: insightSummaries.lastContactAt,
        steps: openSteps(db),
      },
      insightSummaries,
      and(
        eq(insightSummaries.verdict, 'Quiet'),
        gt(insightSummaries.lastContactAt, sql`now() - interval '180 days'`),
      ),
    )
    .innerJoin(clients, ofOwner(db, ownerId))
    .orderBy(desc(insightSummaries.lastContactAt))
    .limit(maxClients),
);

const changedVerdict = named(
  'today.verdicts',
  { ...owner, since: insightSummaries.verdictChangedAt },
  (db, { ownerId, since }) =>
    db
      .select(
        {
          ...client,
          verdict: insightSummaries.verdict,
          previousVerdict: sql<Verdict>`${insightSummaries.previousVerdict}`.as('previousVerdict'),
        },
        insightSummaries,
        gt(insightSummaries.verdictChangedAt, since),
      )
      .innerJoin(clients, ofOwner(db, ownerId))
      .orderBy(desc(insightSummaries.verdictChangedAt))
      .limit(maxChanges),
);

const recorded = sql`(thread.value -> 'quote' ->> 'activityId')::uuid`;

const newQuote = named(
  'today.quotes',
  { ...owner, firstId: parameter<string>() },
  (db, { ownerId, firstId }) =>
    db
      .select(
        {
          ...client,
          subject: sql<string>`thread.value ->> 'subject'`.as('subject'),
          quote: sql<NonNullable<InsightThread['quote']>>`thread.value -> 'quote'`.as('quote'),
        },
        insightSummaries,
        // Mail of long ago may be imported today.
        sql`${recorded} >= ${firstId}::uuid and (thread.value ->> 'since')::timestamptz > now() - interval '60 days'`,
      )
      .innerJoin(clients, ofOwner(db, ownerId))
      .crossJoin(eachThread)
      .orderBy(sql`${recorded} desc`)
      .limit(maxChanges),
);

const failing = named('today.failing', {}, (db) =>
  db
    .select(
      { id: connections.id, integration: connections.integration, failure: connections.failure },
      connections,
      eq(connections.state, 'failing'),
    )
    .orderBy(asc(connections.id))
    .limit(maxConnections),
);

const stored = named(
  'today.thread',
  { clientId: insightSummaries.clientId, activityId: parameter<string>() },
  (db, { clientId, activityId }) =>
    db
      .select(
        { unanswered: sql<number>`(thread.value ->> 'unanswered')::integer`.as('unanswered') },
        insightSummaries,
        and(
          eq(insightSummaries.clientId, clientId),
          sql`thread.value ->> 'activityId' = ${activityId}::text`,
        ),
      )
      .innerJoin(clients, and(db.own(clients), eq(clients.id, clientId), notDeleted))
      .crossJoin(eachThread)
      .limit(1)
      // Two callers who snooze the same thread take turns.
      .for('update', { of: insightSummaries }),
);

const uncomputed = named('today.uncomputed', {}, (db) =>
  db
    .select(
      { clientId: insightJobs.clientId },
      insightJobs,
      and(
        eq(insightJobs.activitiesChanged, true),
        sql`not exists (select from ${insightSummaries}
          where ${and(db.own(insightSummaries), eq(insightSummaries.clientId, insightJobs.clientId))})`,
      ),
    )
    .limit(1),
);

const key = { clientId: snoozes.clientId, activityId: snoozes.activityId };
const columns = { id: snoozes.id, ...key, until: snoozes.until };
type Key = { readonly clientId: string; readonly activityId: string };

const ofThread = ({ clientId, activityId }: Record<keyof Key, Placeholder>) =>
  and(eq(snoozes.clientId, clientId), eq(snoozes.activityId, activityId));

const creation = insert('today.snooze', snoozes, columns);
const change = update('today.snoozeAgain', snoozes, key, (given) => ({ columns, where: ofThread(given) }));
const removal = remove('today.restore', snoozes, key, (given) => ({ columns, where: ofThread(given) }));

/**
 * The threads in which somebody waits, or that are grave or due, most urgent first, without snoozed ones.
 * @param ownerId null for all clients, here and below
 */
export const pendingThreads = async (db: TenantReader, ownerId: string | null) =>
  (await db.all(pending, { ownerId })).map(({ thread, ...of }) => ({ ...of, ...thread }));

/** The clients that went quiet in the last half year, latest first. */
export const quietClients = (db: TenantReader, ownerId: string | null) => db.all(wentQuiet, { ownerId });

/** The clients whose verdict has changed since then, latest first. */
export const changedVerdicts = (db: TenantReader, ownerId: string | null, since: string) =>
  db.all(changedVerdict, { ownerId, since });

/** The wins and frictions recorded since then, latest first. */
export const newQuotes = (db: TenantReader, ownerId: string | null, since: string) =>
  db.all(newQuote, { ownerId, firstId: firstIdAt(since) });

/**
 * Gives an insight these steps, and another reason if its own called for a step that is not among them: the verdict also
 * counts snoozed threads.
 */
export function withSteps<T extends Pick<Explanation, 'reason' | 'reasonActivityId'>, S extends NextStep>(
  insight: T,
  steps: S[],
): T & { steps: S[] } {
  const { reasonActivityId } = insight;
  if (!reasonActivityId || steps.some(({ activityId }) => activityId === reasonActivityId))
    return { ...insight, steps };
  const next = steps.find(({ action }) => action === 'answer');
  const reason = next
    ? waitingText(next.person ?? 'somebody')
    : 'because of a thread that is done or put off';
  return { ...insight, steps, reason };
}

/** True while the first cards of a client are being computed. */
export const hasUncomputed = async (db: TenantReader) => (await db.first(uncomputed, {})) !== undefined;

export const failingConnections = (db: TenantReader) => db.all(failing, {});

/**
 * Hides a thread. Undefined when the client has no such thread.
 * @param until null until the client writes again
 * @param seen the number of unanswered messages that the caller has seen
 */
export async function snoozeThread(db: TenantWriter, given: Key, until: string | null, seen: number) {
  return db.transaction(async (transaction) => {
    const found = await transaction.first(stored, given);
    if (found === undefined) return undefined;
    const values = { until, unanswered: Math.min(seen, found.unanswered) };
    const [changed] = await transaction.write(change, given, values);
    return changed ?? transaction.insertOne(creation, { ...given, ...values });
  });
}

/** Shows a hidden thread again. Undefined when it is not hidden. */
export async function restoreThread(db: TenantWriter, given: Key) {
  const [removed] = await db.write(removal, given);
  return removed;
}
