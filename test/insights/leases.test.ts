import { eq, ne, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { takeBacklogRule } from '../../src/clients/assignment-rules.ts';
import { assignmentRules, clients } from '../../src/clients/table.ts';
import { newId } from '../../src/core/db/id.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { nilUuid } from '../../src/core/rest/fields.ts';
import {
  dropInsights,
  dropJob,
  failJob,
  finishJob,
  makeAllDue,
  releaseJob,
} from '../../src/insights/jobs.ts';
import { type Job, jobLeases, leaseJobs, maxFailures } from '../../src/insights/leases.ts';
import { insightJobs, insightSummaries, insights } from '../../src/insights/table.ts';
import { createOrganization } from '../../src/organization/queries.ts';
import { cardsOf, insightsOf } from '../support/insight-engine.ts';
import { openPrivateDatabase } from '../support/private-database.ts';
import { justNow } from '../support/timeouts.ts';

// All organizations of a database take turns, so these have one of their own.
const database = await openPrivateDatabase();
const { db } = database;
afterAll(() => database.close());
beforeEach(async () => {
  await db.delete(insightJobs);
});

/** Makes an organization whose clients have been due for so many seconds; gives its id. */
async function due(count: number, seconds: number, activitiesChanged = true, id = newId): Promise<string> {
  const { id: organizationId } = await createOrganization(db, { name: 'Test', slug: newId() });
  const made = Array.from({ length: count }, () => ({ organizationId, id: id(), name: 'Client' }));
  await db.insert(clients).values(made);
  const dueAt = sql`now() - ${`${seconds} seconds`}::interval`;
  await db
    .insert(insightJobs)
    .values(made.map(({ id }) => ({ organizationId, clientId: id, dueAt, activitiesChanged })));
  return organizationId;
}

/** The organizations of the next jobs that a worker leases, as often as it leases some. */
const nextOrganizations = async (limit = 8) =>
  (await leaseJobs(db, newId(), {}, limit)).map(({ organizationId }) => organizationId);

const shareOf = (organizationId: string, taken: readonly string[]) =>
  taken.filter((each) => each === organizationId).length;

test('an organization with few changes is served beside one with many, however long those have been due', async () => {
  const flooding = await due(200, 3_600);
  await nextOrganizations();
  const others = [await due(1, 0), await due(1, 10), await due(2, 1)];
  const taken = [...(await nextOrganizations()), ...(await nextOrganizations())];
  expect(others.map((other) => shareOf(other, taken))).toEqual([1, 1, 2]);
  expect(shareOf(flooding, taken)).toBeGreaterThan(0);
});

test('an organization that keeps changing its clients does not delay the others: each is served within one round', async () => {
  const flooding = await due(100, 3_600);
  const other = await due(3, 60);
  const taken: string[] = [];
  for (let round = 0; round < 6; round++) {
    taken.push(...(await nextOrganizations()));
    await db
      .update(insightJobs)
      .set({ dueAt: justNow, leasedUntil: null, failures: 0 })
      .where(eq(insightJobs.organizationId, flooding));
  }
  expect(shareOf(other, taken)).toBe(3);
});

test('many organizations are served in turn, from the first again after the last', async () => {
  const organizations: string[] = [];
  for (let made = 0; made < 20; made++) organizations.push(await due(2, made));
  const taken: string[] = [];
  for (let round = 0; round < 4; round++) taken.push(...(await nextOrganizations()));
  // Six of eight places are for changes.
  expect(taken).toHaveLength(24);
  expect(new Set(taken).size).toBe(20);
});

test('the daily refresh progresses while changes keep all workers busy, and the reverse', async () => {
  const changing = await due(100, 3_600);
  const refreshed = await due(100, 60, false);
  const taken = await nextOrganizations();
  expect([shareOf(changing, taken), shareOf(refreshed, taken)]).toEqual([6, 2]);
  await db.delete(insightJobs).where(eq(insightJobs.organizationId, changing));
  expect(shareOf(refreshed, await nextOrganizations())).toBe(8);
});

test('two workers at once never lease the same job', async () => {
  await due(40, 60);
  await due(3, 60);
  const leased = await Promise.all(Array.from({ length: 6 }, () => leaseJobs(db, newId(), {}, 8)));
  const ids = leased.flat().map(({ clientId }) => clientId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(8);
});

test('a rule with a backlog is served beside an organization with many of them', async () => {
  const rules = async (count: number) => {
    const { id: organizationId } = await createOrganization(db, { name: 'Test', slug: newId() });
    await db.insert(assignmentRules).values(
      Array.from({ length: count }, (_, at) => ({
        organizationId,
        id: newId(),
        integration: 'gmail',
        domain: `client-${at}.example`,
        backlogAfter: nilUuid,
      })),
    );
    return organizationId;
  };
  const flooding = await rules(50);
  const others = [await rules(1), await rules(2)];
  const taken: string[] = [];
  for (let turn = 0; turn < 5; turn++)
    await db.transaction(async (transaction) => {
      const rule = await takeBacklogRule(transaction, undefined);
      if (!rule) throw new Error('There was no rule.');
      taken.push(rule.organizationId);
      await transaction
        .update(assignmentRules)
        .set({ backlogAfter: null })
        .where(eq(assignmentRules.id, rule.id));
    });
  expect(others.map((other) => shareOf(other, taken))).toEqual([1, 2]);
  expect(shareOf(flooding, taken)).toBe(2);
});

test('organizations with long leases do not delay the others', async () => {
  const leased: string[] = [];
  for (let made = 0; made < 12; made++) leased.push(await due(1, 10));
  // Computed for longer than the pause before their next attempt.
  for (const organizationId of leased.sort().slice(0, 6))
    await db
      .update(insightJobs)
      .set({ lease: newId(), failures: 1, leasedUntil: sql`now() + interval '1 hour'` })
      .where(eq(insightJobs.organizationId, organizationId));
  expect(await nextOrganizations()).toHaveLength(6);
});

test('a job released before its last attempt is as due as before', async () => {
  await due(1, 10);
  await db.update(insightJobs).set({ failures: maxFailures - 1 });
  const [before] = await db.select().from(insightJobs);
  for (const job of await leaseJobs(db, newId(), {}, 8)) await releaseJob(db, job);
  expect(await db.select().from(insightJobs)).toEqual([before]);
});

const tenantOf = ({ organizationId }: Job) => new TenantDb(db, organizationId);
const finishAsBefore = (job: Job) => {
  const asOf = new Date().toISOString();
  const computed = { revision: job.revision, asOf, computedAt: asOf, refreshInMs: 0 };
  return finishJob(db, job, { result: 'as before', ...computed });
};
test('the cards of a job and its end are stored together, or neither', async () => {
  await due(1, 10);
  const [job = expect.fail()] = await leaseJobs(db, newId(), {}, 1);
  const before = await db.select().from(insightJobs);
  const asOf = new Date().toISOString();
  const finish = (content: string) =>
    finishJob(db, job, {
      result: { ...insightsOf([]), cards: { ...cardsOf([]), 'frictions-and-risks': content } },
      ...{ revision: job.revision, asOf, computedAt: asOf, refreshInMs: 60_000 },
    });
  // PostgreSQL takes no NUL.
  await expect(finish('\0')).rejects.toThrow();
  expect([await db.select().from(insightJobs), await db.$count(insightSummaries)]).toEqual([before, 0]);
  expect([await finish('None.'), await db.$count(insightSummaries), await db.$count(insights)]).toEqual([
    true,
    1,
    3,
  ]);
});

const endings: [string, (job: Job) => Promise<unknown>][] = [
  ['is renewed', (job) => jobLeases.renew(db, [job])],
  ['is released', (job) => releaseJob(db, job)],
  ['fails', (job) => failJob(db, job)],
  ['is finished as before', finishAsBefore],
  ['is dropped', (job) => dropJob(db, job)],
  ['loses its insights', (job) => dropInsights(tenantOf(job), [job.clientId])],
  ['is made due', (job) => makeAllDue(tenantOf(job))],
];

test.each(endings)('a job that %s leaves one for a client with the same id to its worker', async (_, end) => {
  const clientId = newId();
  const organizationId = await due(1, 10, true, () => clientId);
  await due(1, 10, true, () => clientId);
  const leased = await leaseJobs(db, newId(), {}, 8);
  await db.update(insightJobs).set({ leasedUntil: sql`now() + interval '1 hour'` });
  const stored = () => db.select().from(insightJobs).where(ne(insightJobs.organizationId, organizationId));
  const before = await stored();
  await end(leased.find((job) => job.organizationId === organizationId) ?? expect.fail());
  expect([leased.length, await stored()]).toEqual([2, before]);
});
