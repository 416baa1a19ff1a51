import { and, asc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../core/db.ts';
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
}

/** What of all that is due a worker takes. */
export interface Scope {
  /** Only this organization's. */
  readonly organizationId?: string | undefined;
  /** Every client, due or not, that was not last computed for this very moment; UTC with milliseconds. */
  readonly asOf?: string | undefined;
}

const inMs = (ms: number) => sql`now() + ${`${ms} milliseconds`}::interval`;
const aDay = sql`now() + interval '1 day'`;
const isFree = or(isNull(insightJobs.claimedUntil), lte(insightJobs.claimedUntil, sql`now()`));

function isDue({ organizationId, asOf }: Scope): SQL | undefined {
  const due = lte(insightJobs.dueAt, sql`now()`);
  // One that failed waits for its turn, so that a run comes to an end.
  const isOfAnotherMoment = sql`${insightJobs.failures} = 0 and ${insightJobs.computedFor} is distinct from ${asOf}`;
  return and(
    organizationId === undefined ? undefined : eq(insightJobs.organizationId, organizationId),
    asOf === undefined ? due : or(due, isOfAnotherMoment),
  );
}

const ofJob = ({ organizationId, clientId, claim }: Job) =>
  and(
    eq(insightJobs.organizationId, organizationId),
    eq(insightJobs.clientId, clientId),
    eq(insightJobs.claim, claim),
  );

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
  const claimed = await db
    .with(due)
    .update(insightJobs)
    .set({ claim, claimedUntil: inMs(claimMs) })
    .from(due)
    .where(and(eq(insightJobs.organizationId, due.organizationId), eq(insightJobs.clientId, due.clientId)))
    .returning({
      organizationId: insightJobs.organizationId,
      clientId: insightJobs.clientId,
      failures: insightJobs.failures,
    });
  return claimed.map((job) => ({ ...job, claim }));
}

/** True while something is due, also what others have claimed. */
export async function hasDueJobs(db: Db, scope: Scope): Promise<boolean> {
  const rows = await db.select({ one: sql`1` }).from(insightJobs).where(isDue(scope)).limit(1);
  return rows.length > 0;
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

/** Takes a job out of the list for good: its client has been deleted. */
export async function dropJob(db: Db, job: Job): Promise<void> {
  await db.delete(insightJobs).where(ofJob(job));
}

/**
 * Stores what was computed and the job as done, both or neither. What changed since the cards' revision keeps the client
 * due.
 * @param computed the cards, or none when there is nothing to tell; the revision of the activities they rest on
 * @returns false, and nothing stored, when the claim has run out
 */
export function finishJob(
  db: Db,
  job: Job,
  computed: { cards: Cards | undefined; revision: number; asOf: string; computedAt: string },
): Promise<boolean> {
  const { organizationId, clientId } = job;
  const { cards, revision, asOf, computedAt } = computed;
  return db.transaction(async (transaction) => {
    const [done] = await transaction
      .update(insightJobs)
      .set({
        ...free,
        failures: 0,
        computedFor: asOf,
        dueAt: sql`case when ${insightJobs.revision} = ${revision} then ${aDay} else ${insightJobs.dueAt} end`,
      })
      .where(ofJob(job))
      .returning({ clientId: insightJobs.clientId });
    if (!done) return false;
    if (!cards) {
      const ofClient = and(eq(insights.organizationId, organizationId), eq(insights.clientId, clientId));
      await transaction.delete(insights).where(ofClient);
      return true;
    }
    const rows = Object.entries(cards).map(([card, content]) => ({
      organizationId,
      clientId,
      card: card as CardKey, // The keys of Cards are these.
      content,
      computedAt,
    }));
    await transaction
      .insert(insights)
      .values(rows)
      .onConflictDoUpdate({
        target: [insights.organizationId, insights.clientId, insights.card],
        set: { content: sql`excluded.content`, computedAt: sql`excluded.computed_at` },
      });
    return true;
  });
}

/**
 * Notes that a job went wrong. It is due again after a pause that doubles each time, from 5 s on; at the fifth time in a
 * row it is set aside for a day. A change of the client's activities ends either.
 * @returns true when it was set aside
 */
export async function failJob(db: Db, job: Job): Promise<boolean> {
  const isSetAside = job.failures + 1 >= maxFailures;
  await db
    .update(insightJobs)
    .set({
      ...free,
      failures: sql`${insightJobs.failures} + 1`,
      dueAt: isSetAside ? aDay : inMs(5_000 * 2 ** job.failures),
    })
    .where(ofJob(job));
  return isSetAside;
}
