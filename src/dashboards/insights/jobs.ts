import { and, asc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { assignmentRules, clients } from '../../clients/table.ts';
import type { Db } from '../../core/db.ts';
import { preparedOnce } from '../../core/tenant.ts';
import { organizations } from '../../organization/table.ts';
import type { Cards } from './engine.ts';
import { type CardKey, insightJobs, insights } from './table.ts';

/** How long a claim lasts unless it is renewed; after that others take over from a worker that died. */
export const claimMs = 10_000;

/** After so many failures in a row a client is set aside for a day, or until its activities change. */
export const maxFailures = 5;

/** A client whose cards are to be computed, claimed by one worker. */
export interface Job {
  readonly organizationId: string;
  readonly clientId: string;
  readonly claim: string;
  readonly failures: number;
  /** Counts the changes of the client's activities up to the claim. */
  readonly revision: number;
  readonly clientName: string;
  /** The client's own domain and those of the rules wired to it, without duplicates. */
  readonly clientDomains: readonly string[];
  /** The organization's IANA zone. */
  readonly timezone: string;
  readonly isDeleted: boolean;
}

/** What of all that is due a worker takes. */
export interface Scope {
  /** Only this organization's. */
  readonly organizationId?: string | undefined;
  /** Every client, due or not, as of a moment of the past; each once in a run, so that two runs do not undo each other. */
  readonly past?: PastScope | undefined;
}

export interface PastScope {
  /** The moment for which cards are computed; UTC with milliseconds. */
  readonly asOf: string;
  /** When the run began; UTC with milliseconds. */
  readonly runFrom: string;
}

const inMs = (ms: number) => sql`now() + ${`${ms} milliseconds`}::interval`;
const aDay = sql`now() + interval '1 day'`;
const isFree = or(isNull(insightJobs.claimedUntil), lte(insightJobs.claimedUntil, sql`now()`));

function isDue({ organizationId, past }: Scope): SQL | undefined {
  const due = lte(insightJobs.dueAt, sql`now()`);
  return and(
    organizationId === undefined ? undefined : eq(insightJobs.organizationId, organizationId),
    // What failed waits for its turn, so that a run comes to an end.
    past === undefined ? due : and(or(eq(insightJobs.failures, 0), due), isOfAnotherMoment(past)),
  );
}

/** What another run has computed for its moment since this one began stays: its next time is a day later than that. */
const isOfAnotherMoment = ({ asOf, runFrom }: PastScope) =>
  and(
    sql`${insightJobs.computedFor} is distinct from ${asOf}`,
    sql`not coalesce(${insightJobs.computedFor} < ${runFrom}::timestamptz
      and ${insightJobs.dueAt} >= ${runFrom}::timestamptz + interval '1 day', false)`,
  );

const ofJob = ({ organizationId, clientId, claim }: Job) =>
  and(
    eq(insightJobs.organizationId, organizationId),
    eq(insightJobs.clientId, clientId),
    eq(insightJobs.claim, claim),
  );

const ofClient = ({ organizationId, clientId }: Job) =>
  and(eq(insights.organizationId, organizationId), eq(insights.clientId, clientId));

const free = { claim: null, claimedUntil: null };

/**
 * Claims up to `limit` jobs, those first that are due longest. No other worker gets them until they are finished, failed
 * or released, or until the claim has run out.
 * @param claim a UUID of this claim's own
 */
export async function claimJobs(db: Db, claim: string, scope: Scope, limit: number): Promise<Job[]> {
  const due = db.$with('due').as(
    db
      .select({ organizationId: insightJobs.organizationId, clientId: insightJobs.clientId })
      .from(insightJobs)
      .where(and(isDue(scope), isFree))
      .orderBy(asc(insightJobs.dueAt))
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  // Also what an engine is told of the client itself, which saves asking for each.
  const claimed = await db
    .with(due)
    .update(insightJobs)
    .set({ claim, claimedUntil: inMs(claimMs) })
    .from(due)
    .innerJoin(clients, and(eq(clients.organizationId, due.organizationId), eq(clients.id, due.clientId)))
    .innerJoin(organizations, eq(organizations.organizationId, due.organizationId))
    .where(and(eq(insightJobs.organizationId, due.organizationId), eq(insightJobs.clientId, due.clientId)))
    .returning({
      organizationId: insightJobs.organizationId,
      clientId: insightJobs.clientId,
      failures: insightJobs.failures,
      revision: insightJobs.revision,
      clientName: clients.name,
      domain: clients.domain,
      ruleDomains: sql<string[]>`array(select ${assignmentRules.domain} from ${assignmentRules}
        where ${assignmentRules.organizationId} = ${clients.organizationId}
        and ${assignmentRules.clientId} = ${clients.id})`,
      timezone: organizations.defaultTimezone,
      deletedAt: clients.deletedAt,
    });
  return claimed.map(({ domain, ruleDomains, deletedAt, ...job }) => ({
    ...job,
    claim,
    clientDomains: [...new Set(domain === null ? ruleDomains : [domain, ...ruleDomains])],
    isDeleted: deletedAt !== null,
  }));
}

/** True while something is due, also what others have claimed. */
export async function hasDueJobs(db: Db, scope: Scope): Promise<boolean> {
  const rows = await db.select({ one: sql`1` }).from(insightJobs).where(isDue(scope)).limit(1);
  return rows.length > 0;
}

/** How many clients are due, also those that are claimed, and for how long the one is that is due longest. */
export async function readBacklog(db: Db): Promise<{ clients: number; oldestSeconds: number }> {
  const [backlog] = await db
    .select({
      clients: sql<number>`count(*)::int`,
      oldestSeconds: sql<number>`coalesce(extract(epoch from now() - min(${insightJobs.dueAt})), 0)::float8`,
    })
    .from(insightJobs)
    .where(isDue({}));
  return backlog ?? { clients: 0, oldestSeconds: 0 };
}

/** Keeps the claim for another `claimMs`. */
export async function renewClaim(db: Db, job: Job): Promise<void> {
  await db
    .update(insightJobs)
    .set({ claimedUntil: inMs(claimMs) })
    .where(ofJob(job));
}

/** Gives a job back undone, for anyone to take at once. */
export async function releaseJob(db: Db, job: Job): Promise<void> {
  await db.update(insightJobs).set(free).where(ofJob(job));
}

/** Takes a job out of the list for good, and its cards with it: the client has been deleted. */
export async function dropJob(db: Db, job: Job): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.delete(insightJobs).where(ofJob(job));
    await transaction.delete(insights).where(ofClient(job));
  });
}

/**
 * Stores what was computed and the job as done, both or neither. What changed since the cards' revision keeps the client
 * due.
 * @param computed the cards, `'none'` when there is nothing to tell any more, or `'as before'`, by which the client stays
 * as due as it was; the revision of the activities they rest on
 * @returns false, and nothing stored, when the claim has run out
 */
export async function finishJob(
  db: Db,
  job: Job,
  computed: { cards: Cards | 'none' | 'as before'; revision: number; asOf: string; computedAt: string },
): Promise<boolean> {
  const { cards, ...rest } = computed;
  const values = { ...job, ...rest };
  if (typeof cards === 'object') {
    const statement = preparedOnce(db, 'insights.finish', () => prepareFinish(db));
    const stored = { ...values, keys: Object.keys(cards), contents: Object.values(cards) };
    return ((await statement.execute(stored)) as unknown[]).length > 0;
  }
  return db.transaction(async (transaction) => {
    const isDone = cards === 'none';
    const done = await finishing(transaction, isDone).prepare('insights.finishEmpty').execute(values);
    if (done.length > 0 && isDone) await transaction.delete(insights).where(ofClient(job));
    return done.length > 0;
  });
}

const parameter = sql.placeholder;

const finishing = (db: Db, isDone = true) =>
  db
    .update(insightJobs)
    .set({
      ...free,
      failures: 0,
      computedFor: sql`${parameter('asOf')}::timestamptz`,
      dueAt: sql`case when ${isDone} and ${insightJobs.revision} = ${parameter('revision')}
        then ${aDay} else ${insightJobs.dueAt} end`,
    })
    .where(
      and(
        eq(insightJobs.organizationId, parameter('organizationId')),
        eq(insightJobs.clientId, parameter('clientId')),
        eq(insightJobs.claim, parameter('claim')),
      ),
    )
    .returning({ organizationId: insightJobs.organizationId, clientId: insightJobs.clientId });

/** Both in one statement, which is one way to the server and back instead of four. */
function prepareFinish(db: Db) {
  const done = db.$with('done').as(finishing(db));
  const cards = db
    .select({
      organizationId: done.organizationId,
      clientId: done.clientId,
      card: sql<CardKey>`card.key`.as('card'),
      content: sql<string>`card.content`.as('content'),
      computedAt: sql<string>`${parameter('computedAt')}::timestamptz`.as('computed_at'),
    })
    .from(done)
    .crossJoin(
      sql`unnest(${parameter('keys')}::text[], ${parameter('contents')}::text[]) as card(key, content)`,
    );
  return db
    .with(done)
    .insert(insights)
    .select(cards)
    .onConflictDoUpdate({
      target: [insights.organizationId, insights.clientId, insights.card],
      set: { content: sql`excluded.content`, computedAt: sql`excluded.computed_at` },
    })
    .returning({ card: insights.card })
    .prepare('insights.finish');
}

/**
 * Notes that a job went wrong. It is due again after a pause that doubles each time, from 5 s on; at the fifth time in a
 * row it is set aside for a day. A change of the client's activities ends either, also one that came meanwhile.
 * @returns how often in a row it has failed: `maxFailures` or more when it was set aside, 0 when it is due at once
 */
export async function failJob(db: Db, job: Job): Promise<number> {
  const isSetAside = job.failures + 1 >= maxFailures;
  const pause = isSetAside ? aDay : inMs(5_000 * 2 ** job.failures);
  const isUnchanged = sql`${insightJobs.revision} = ${job.revision}`;
  const [failed] = await db
    .update(insightJobs)
    .set({
      ...free,
      failures: sql`case when ${isUnchanged} then ${insightJobs.failures} + 1 else 0 end`,
      dueAt: sql`case when ${isUnchanged} then ${pause} else ${insightJobs.dueAt} end`,
    })
    .where(ofJob(job))
    .returning({ failures: insightJobs.failures });
  return failed?.failures ?? 0;
}
