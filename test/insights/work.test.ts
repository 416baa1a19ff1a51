import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { deleteClient } from '../../src/clients/queries.ts';
import { assignmentRules } from '../../src/clients/table.ts';
import { newId } from '../../src/core/db/id.ts';
import { maxActivities } from '../../src/insights/engine.ts';
import { dropJob, finishJob } from '../../src/insights/jobs.ts';
import { jobLeases, leaseJobs, maxFailures } from '../../src/insights/leases.ts';
import { summariesOf } from '../../src/insights/summaries.ts';
import { insightJobs, insightSummaries, insights } from '../../src/insights/table.ts';
import { isWorkDue } from '../../src/insights/work.ts';
import { deleteUser } from '../../src/users/queries.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { insightsOf } from '../support/insight-engine.ts';
import { generous } from '../support/rules.ts';
import { justNow } from '../support/timeouts.ts';
import { addTwin } from '../support/twin.ts';
import { breakFor, dashboardOf, noCounts, now, told, withClients } from './computed-clients.ts';

const api = await startApi(generous);
const { db } = api.database;
const ofClient = (organization: TestOrganization, clientId: string) =>
  and(eq(activities.organizationId, organization.id), eq(activities.clientId, clientId));
const jobOf = async (clientId: string) =>
  (await db.select().from(insightJobs).where(eq(insightJobs.clientId, clientId)))[0];
const dueInMs = async (clientId: string) => Date.parse((await jobOf(clientId))?.dueAt ?? '') - Date.now();
const makeDue = (clientId: string, more: { leasedUntil?: SQL } = {}) =>
  db
    .update(insightJobs)
    .set({ dueAt: justNow, ...more })
    .where(eq(insightJobs.clientId, clientId));
/** Lets the time of a lease and the pause after it pass. */
const endLease = (clientId: string) => makeDue(clientId, { leasedUntil: sql`now() - interval '1 minute'` });

test('a client with activities is computed from all of them, once, and its dashboard is ready', async () => {
  const { organization, run, engine, dashboard } = await withClients(api, 'globex');
  expect(await dashboard('globex')).toBe('computing');
  const old = { subject: 'old', occurredAt: '2020-01-01T00:00:00.000Z' };
  await organization.activities('globex.example', [old]);
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
  expect(await dashboard('globex')).toEqual(told('globex 1', 'old'));
  expect(await run()).toEqual(noCounts);
  expect(engine.asked).toHaveLength(1);
  const [card] = await db.select().from(insights).where(eq(insights.organizationId, organization.id));
  expect(card?.computedAt).toBe('2026-11-20T12:00:00.000Z');
});

test('an engine receives the client, the domains of its rules, users even if deleted, the time, the time zone and what is planned next', async () => {
  const { organization, idOf, run, engine } = await withClients(api, 'globex');
  const user = await organization.user({ email: 'ann@test.example' });
  await deleteUser(organization.db, user.id);
  await organization.user({ email: 'stranger@test.example' });
  await createRule(organization.db, { integration: 'gmail', domain: 'globex-labs.example' });
  await db
    .update(assignmentRules)
    .set({ clientId: idOf('globex') })
    .where(eq(assignmentRules.organizationId, organization.id));
  await api.put('/v1/organization', { token: organization.token, body: { defaultTimezone: 'Asia/Tokyo' } });
  const justNow = { type: 'note', subject: 'just now', occurredAt: '2026-11-20T12:00:00.000Z' } as const;
  await organization.activities('globex.example', [
    { type: 'meeting', subject: 'later', occurredAt: '2026-12-01T00:00:00.000Z' },
    { type: 'call', subject: 'next', occurredAt: '2026-11-20T12:00:00.001Z' },
    { ...justNow, content: 'x'.repeat(20_000) },
  ]);
  await run();
  const [history] = engine.asked;
  expect(history).toMatchObject({
    client: { id: idOf('globex'), name: 'globex' },
    clientDomains: ['globex.example', 'globex-labs.example'],
    users: [{ email: 'ann@test.example', firstName: 'Ann', lastName: 'Okafor', isDeleted: true }],
    timezone: 'Asia/Tokyo',
    asOf: '2026-11-20T12:00:00.000Z',
    upcoming: { type: 'call', subject: 'next', occurredAt: '2026-11-20T12:00:00.001Z' },
  });
  expect(history?.activities).toHaveLength(2);
  expect(history?.activities[0]).toEqual({
    ...justNow,
    id: expect.any(String),
    content: 'x'.repeat(10_240),
    participants: ['pat@globex.example', 'ann@test.example'],
    participantNames: [],
    ownThread: expect.stringMatching(/^[0-9a-f]{32}$/),
    thread: null,
  });
});

test('an engine receives a user for the domain of a shared mailbox, of the organization alone', async () => {
  const { organization, run, engine } = await withClients(api, 'globex', 'initech');
  const mailTo = (address: string, domain: string) =>
    organization.activities(domain, [{ participants: [`pat@${domain}`, address] }]);
  await mailTo('support@desk.example', 'globex.example');
  await mailTo('support@other.example', 'initech.example');
  await organization.user({ email: 'lena@desk.example' });
  await addTwin(api.database, organization.id, { users: { email: 'omar@other.example' } });
  await run();
  const asked = engine.asked.map(({ client, users }) => [client.name, users.map(({ email }) => email)]);
  expect(Object.fromEntries(asked)).toEqual({ globex: ['lena@desk.example'], initech: [] });
});

test('a new user makes the clients of its organization due, and no others', async () => {
  const { organization, run } = await withClients(api, 'globex', 'initech');
  const other = await withClients(api, 'umbrella');
  await run();
  await other.run();
  await organization.user({ email: 'lena@desk.example' });
  expect([await run(), await other.run()]).toEqual([{ ...noCounts, computed: 2 }, noCounts]);
});

test('an engine receives the newest 500 activities', async () => {
  const { organization, run, engine } = await withClients(api, 'globex');
  await organization.activities('globex.example', Array<object>(maxActivities).fill({}));
  await run();
  const subjects = engine.asked[0]?.activities.map(({ subject }) => subject);
  expect(subjects).toEqual(Array.from({ length: 500 }, (_, index) => `Subject ${499 - index}`));
});

test('an archived meeting or call was cancelled: an engine receives it neither as past nor as planned', async () => {
  const { organization, run, engine } = await withClients(api, 'globex');
  const archivedAt = '2026-11-19T00:00:00.000Z';
  await organization.activities('globex.example', [
    { type: 'meeting', subject: 'cancelled', occurredAt: '2026-11-19T12:00:00.000Z', archivedAt },
    { type: 'call', subject: 'cancelled', occurredAt: '2026-11-21T12:00:00.000Z', archivedAt },
    { type: 'email', subject: 'archived', occurredAt: '2026-11-18T12:00:00.000Z', archivedAt },
    { type: 'meeting', subject: 'next', occurredAt: '2026-11-22T12:00:00.000Z' },
  ]);
  await run();
  const [history] = engine.asked;
  expect(history?.activities.map(({ subject }) => subject)).toEqual(['archived', 'globex 1']);
  expect(history?.upcoming?.subject).toBe('next');
});

test.each<[string, (where: SQL | undefined, other: string) => Promise<unknown>, string[], string[]]>([
  ['changed', (where) => db.update(activities).set({ subject: 'new' }).where(where), ['new'], ['initech 1']],
  ['deleted', (where) => db.delete(activities).where(where), [], ['initech 1']],
  [
    'moved to another client',
    (where, clientId) => db.update(activities).set({ clientId, subject: 'new' }).where(where),
    [],
    ['initech 1', 'new'],
  ],
])('an activity %s by plain SQL makes its clients due', async (what, change, globex, initech) => {
  const { organization, idOf, run, dashboard } = await withClients(api, 'globex', 'initech');
  await run();
  await change(ofClient(organization, idOf('globex')), idOf('initech'));
  expect(await run()).toEqual({ ...noCounts, computed: what === 'deleted' ? 0 : 1 });
  const expected = globex.length > 0 ? told(...globex) : 'computing';
  expect(await dashboard('globex')).toEqual(expected);
  expect(await dashboard('initech')).toEqual(told(...initech));
});

test('a client whose activities are all planned or cancelled is computed, and one without any stays computing', async () => {
  const { organization, idOf, run, engine, dashboard } = await withClients(api, 'globex', 'initech');
  const set = (name: 'globex' | 'initech', values: Partial<typeof activities.$inferInsert>) =>
    db
      .update(activities)
      .set(values)
      .where(ofClient(organization, idOf(name)));
  await set('globex', { type: 'meeting', subject: 'Kick-off', occurredAt: '2026-11-24T09:00:00.000Z' });
  await set('initech', { type: 'call', archivedAt: '2026-11-19T00:00:00.000Z' });
  expect(await run()).toEqual({ ...noCounts, computed: 2 });
  const planned = engine.asked.map(({ client, upcoming }) => [client.name, upcoming?.subject]);
  expect(Object.fromEntries(planned)).toEqual({ globex: 'Kick-off', initech: undefined });
  expect(await dashboard('globex')).toEqual(told());
  expect(await dashboard('initech')).toEqual(told());
  const { id } = await organization.client({ name: 'fresh' });
  await run();
  expect(await dashboardOf(api, organization, id)).toBe('computing');
});

test('a client that changes while it is computed is computed again', async () => {
  const { organization, run, engine, dashboard } = await withClients(api, 'globex');
  engine.meanwhile = async () => {
    engine.meanwhile = () => {};
    await organization.activities('globex.example', [{ subject: 'meanwhile' }]);
  };
  expect(await run()).toEqual({ ...noCounts, computed: 2 });
  expect(await dashboard('globex')).toEqual(told('meanwhile', 'globex 1'));
  expect(await isWorkDue(db, { organizationId: organization.id })).toBe(false);
});

test('a client whose last activity is deleted has no job any more, unless it gets another one in the meantime', async () => {
  const { organization, idOf, scope, run, dashboard } = await withClients(api, 'globex');
  await run();
  await db.delete(activities).where(ofClient(organization, idOf('globex')));
  const [job] = await leaseJobs(db, newId(), scope, 1);
  await organization.activities('globex.example', [{ subject: 'meanwhile' }]);
  await dropJob(db, job ?? expect.fail());
  expect(await dashboard('globex')).toEqual(told('globex 1'));
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
  expect(await dashboard('globex')).toEqual(told('meanwhile'));

  await db.delete(activities).where(ofClient(organization, idOf('globex')));
  expect(await run()).toEqual(noCounts);
  expect(await jobOf(idOf('globex'))).toBeUndefined();
});

test('a client is computed again 20 to 24 hours later, though nothing has changed', async () => {
  const { idOf, run } = await withClients(api, 'globex');
  await run();
  const hours = (await dueInMs(idOf('globex'))) / 3_600_000;
  expect(hours).toBeGreaterThan(19.9);
  expect(hours).toBeLessThanOrEqual(24);
  await makeDue(idOf('globex'));
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
});

test('a worker limited to one organization takes no job of another', async () => {
  const mine = await withClients(api, 'globex');
  const other = await withClients(api, 'globex');
  await mine.run();
  expect(await mine.dashboard('globex')).toEqual(told('globex 1'));
  expect(await other.dashboard('globex')).toBe('computing');
});

test('another worker takes over the lease of a dead worker when it expires, and not before', async () => {
  const { idOf, scope, run, dashboard } = await withClients(api, 'globex');
  const [dead] = await leaseJobs(db, '00000000-0000-4000-8000-000000000001', scope, 5);
  expect(await run()).toEqual(noCounts);
  expect(await isWorkDue(db, scope)).toBe(true);
  const clientId = idOf('globex');
  await endLease(clientId);
  expect(await run()).toEqual({ ...noCounts, computed: 1 });

  // Had it only been slow, what it brings now is refused.
  if (!dead) throw new Error('Nothing was leased.');
  const [result, at] = [insightsOf(['stale']), now().toISOString()];
  const late = { result, revision: 1, asOf: at, computedAt: at, refreshInMs: 0 };
  expect(await finishJob(db, dead, late)).toBe(false);
  expect(await dashboard('globex')).toEqual(told('globex 1'));
});

test('a client that kills its workers is parked after the fifth attempt, until its activities change', async () => {
  const { organization, idOf, scope, run } = await withClients(api, 'globex');
  const clientId = idOf('globex');
  for (let attempt = 1; attempt <= maxFailures; attempt++) {
    expect(await leaseJobs(db, newId(), scope, 1)).toMatchObject([{ clientId }]);
    await makeDue(clientId, { leasedUntil: justNow });
    // The first worker that dies may have been killed.
    if (attempt > 1) expect(await leaseJobs(db, newId(), scope, 1)).toEqual([]);
    await endLease(clientId);
  }
  const hoursAgo = (hours: number) => sql`now() - ${`${hours} hours`}::interval`;
  await makeDue(clientId, { leasedUntil: hoursAgo(23) });
  expect(await run()).toEqual(noCounts);
  expect(await isWorkDue(db, scope)).toBe(false);
  await makeDue(clientId, { leasedUntil: hoursAgo(25) });
  expect(await isWorkDue(db, scope)).toBe(true);
  await makeDue(clientId, { leasedUntil: hoursAgo(23) });

  await organization.activities('globex.example', [{ subject: 'news' }]);
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
});

test('a client that fails is retried after a pause, and others are not affected', async () => {
  const { idOf, run, engine, logLines, dashboard } = await withClients(api, 'globex', 'initech');
  breakFor(engine, idOf('globex'));
  expect(await run()).toEqual({ assigned: 0, computed: 1, failed: 1 });
  expect(await dashboard('initech')).toEqual(told('initech 1'));
  expect(await jobOf(idOf('globex'))).toMatchObject({ failures: 1, lease: null });
  expect(await dueInMs(idOf('globex'))).toBeGreaterThan(0);
  expect(logLines.join('')).toContain('no such luck');

  engine.meanwhile = () => {};
  await makeDue(idOf('globex'));
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
  expect(await jobOf(idOf('globex'))).toMatchObject({ failures: 0 });
});

test('a client that fails repeatedly is parked for a day with a log line, until its activities change', async () => {
  const { organization, idOf, run, engine, logLines } = await withClients(api, 'globex');
  breakFor(engine, idOf('globex'));
  const pausesMs: number[] = [];
  for (let failure = 1; failure <= maxFailures; failure++) {
    expect(await run()).toEqual({ ...noCounts, failed: 1 });
    pausesMs.push(await dueInMs(idOf('globex')));
    if (failure < maxFailures) await makeDue(idOf('globex'));
  }
  expect(pausesMs.map((pauseMs) => Math.ceil(pauseMs / 5_000))).toEqual([1, 2, 4, 8, 17_280]);
  expect(logLines.filter((line) => line.includes('parked'))).toHaveLength(1);

  engine.meanwhile = () => {};
  await organization.activities('globex.example', [{ subject: 'news' }]);
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
});

test('a client that changes during its failing fifth attempt is not parked', async () => {
  const { organization, idOf, scope, run, engine, dashboard } = await withClients(api, 'globex');
  breakFor(engine, idOf('globex'));
  for (let failure = 1; failure < maxFailures; failure++) {
    await run();
    await makeDue(idOf('globex'));
  }
  engine.meanwhile = async () => {
    await organization.activities('globex.example', [{ subject: 'news' }]);
    engine.meanwhile = () => {};
    throw new Error('no such luck');
  };
  expect(await run()).toEqual({ assigned: 0, computed: 1, failed: 1 });
  expect(await dashboard('globex')).toEqual(told('news', 'globex 1'));
  expect(await isWorkDue(db, scope)).toBe(false);
});

test('a lease is renewed for as long as the computation takes', async () => {
  const intervals = vi.spyOn(timers, 'setInterval');
  syncBuiltinESMExports();
  onTestFinished(() => {
    intervals.mockRestore();
    syncBuiltinESMExports();
  });
  const { idOf, run, engine } = await withClients(api, 'globex');
  const leasedUntil = async () => (await jobOf(idOf('globex')))?.leasedUntil ?? '';
  engine.meanwhile = async () => {
    const [renew, everyMs] = intervals.mock.lastCall ?? [];
    expect(everyMs).toBe(jobLeases.leaseMs / 3);
    const before = await leasedUntil();
    renew?.();
    await expect.poll(leasedUntil).not.toBe(before);
  };
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
});

test('stopping midway releases unfinished jobs, and loses nothing', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `client-${index}`);
  const { organization, step, run, engine, scope } = await withClients(api, ...names);
  const stopping = new AbortController();
  engine.meanwhile = () => {
    if (engine.asked.length < 6) return;
    stopping.abort();
    stopping.signal.throwIfAborted();
  };
  const done = await step(undefined, stopping.signal);
  expect(done?.failed).toBe(0);
  expect(done?.computed).toBeLessThan(12);
  expect(await isWorkDue(db, scope)).toBe(true);
  // To be stopped is no attempt that came to nothing.
  expect(
    await db.$count(
      insightJobs,
      and(eq(insightJobs.organizationId, organization.id), gt(insightJobs.failures, 0)),
    ),
  ).toBe(0);

  engine.meanwhile = () => {};
  const rest = await run();
  expect((done?.computed ?? 0) + rest.computed).toBe(12);
});

test('the summary and the threads are stored and updated with the cards, and deleted with the last activity', async () => {
  const { organization, idOf, run } = await withClients(api, 'globex');
  const clientId = idOf('globex');
  const summary = async () => (await summariesOf(organization.db, [clientId])).get(clientId);
  expect(await summary()).toBeUndefined();
  await run();
  expect(await summary()).toMatchObject({ verdict: 'Healthy', wins: 1, computedAt: now().toISOString() });
  await organization.activities('globex.example', [{ subject: 'globex 2' }]);
  await run();
  expect(await summary()).toMatchObject({ wins: 2 });
  const [stored] = await organization.db.select({ threads: insightSummaries.threads }, insightSummaries);
  expect(stored?.threads.map(({ subject }) => subject)).toEqual(['globex 2', 'globex 1']);
  await addTwin(api.database, organization.id);
  await db.delete(activities).where(ofClient(organization, clientId));
  await run();
  expect(await summary()).toBeUndefined();
});

test('a verdict that changes is stored with the one before and the time, which stay while it does', async () => {
  const { organization, idOf, run, engine } = await withClients(api, 'globex');
  const { verdict, previousVerdict, verdictChangedAt, computedAt } = insightSummaries;
  const columns = { verdict, previousVerdict, verdictChangedAt, computedAt };
  const stored = async () => {
    await makeDue(idOf('globex'));
    await run();
    return (await organization.db.select(columns, insightSummaries))[0];
  };
  const unchanged = { verdict: 'Healthy', previousVerdict: null, verdictChangedAt: null };
  expect(await stored()).toMatchObject(unchanged);
  expect(await stored()).toMatchObject(unchanged);
  engine.verdict = 'At risk';
  const changed = await stored();
  expect(changed).toMatchObject({ verdict: 'At risk', previousVerdict: 'Healthy' });
  expect(changed?.verdictChangedAt).toBe(changed?.computedAt);
  const { verdictChangedAt: at } = changed ?? {};
  expect(await stored()).toMatchObject({ previousVerdict: 'Healthy', verdictChangedAt: at });
});

test('the cards of a deleted client are no longer computed, and those there are go with it', async () => {
  const { organization, idOf, run, engine } = await withClients(api, 'globex', 'initech');
  await run();
  await deleteClient(organization.db, idOf('globex'));
  await makeDue(idOf('globex'));
  expect(await run()).toEqual(noCounts);
  expect(engine.asked).toHaveLength(2);
  expect(await jobOf(idOf('globex'))).toBeUndefined();
  expect(await db.$count(insights, eq(insights.organizationId, organization.id))).toBe(3);
});
