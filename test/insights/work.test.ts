import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import { and, eq, gt, sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { deleteClient } from '../../src/clients/queries.ts';
import { assignmentRules, clients } from '../../src/clients/table.ts';
import { newId } from '../../src/core/db/id.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { finishJob } from '../../src/insights/jobs.ts';
import { leaseJobs, leaseMs, maxFailures, type PastScope } from '../../src/insights/leases.ts';
import { summariesOf } from '../../src/insights/summaries.ts';
import { insightJobs, insights } from '../../src/insights/table.ts';
import { isWorkDue, type WorkCounts, workOnce } from '../../src/insights/work.ts';
import { createLog } from '../../src/log.ts';
import { deleteUser } from '../../src/users/queries.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { cardsOf, insightsOf, type TellingEngine, tellingEngine } from '../support/insight-engine.ts';
import { generous } from '../support/rules.ts';

const api = await startApi(generous);
const { db } = api.database;
const now = () => new Date('2026-11-20T12:00:00.000Z');
const never = new AbortController().signal;
const noCounts: WorkCounts = { assigned: 0, computed: 0, failed: 0 };

/** An organization with clients of these names, one activity each, and a worker for it. */
async function withClients<const N extends string>(...names: N[]) {
  const organization = await api.organization();
  const ids = new Map<N, string>();
  for (const name of names) {
    const domain = `${name}.example`;
    ids.set(name, (await organization.client({ name, domain })).id);
    await organization.activities(domain, [{ subject: `${name} 1` }]);
  }
  const engine = tellingEngine();
  const logLines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => logLines.push(line) });
  const scope = { organizationId: organization.id };
  return {
    organization,
    scope,
    engine,
    logLines,
    idOf: (name: N) => ids.get(name) ?? '',
    step: (signal = never, asOf?: string) =>
      workOnce({ db, engine, log }, { ...scope, past: pastOf(asOf) }, now, signal),
    stepOf: (past: PastScope | undefined) =>
      workOnce({ db, engine, log }, { ...scope, past }, () => new Date(), never),
    run(asOf?: string) {
      const past = pastOf(asOf);
      return workOff(() => workOnce({ db, engine, log }, { ...scope, past }, now, never));
    },
  };
}

/** One run as of a moment, which begins now. */
const pastOf = (asOf: string | undefined) =>
  asOf === undefined ? undefined : { asOf, runFrom: new Date().toISOString() };

/** Does a step until there is nothing to take. */
async function workOff(step: () => Promise<WorkCounts | undefined>): Promise<WorkCounts> {
  const sum = { ...noCounts };
  for (let done = await step(); done; done = await step()) {
    sum.assigned += done.assigned;
    sum.computed += done.computed;
    sum.failed += done.failed;
  }
  return sum;
}

/** The contents of the cards on a client's dashboard, as read through the API, or `computing`. */
async function dashboard({ token }: TestOrganization, clientId: string): Promise<unknown> {
  const { body } = await api.get(`/v1/clients/${clientId}/dashboards/default`, { token });
  const results: { content: string; status: string }[] = body.data.cards.map(
    ({ result }: { result: unknown }) => result,
  );
  return results.every(({ status }) => status === 'ready')
    ? results.map(({ content }) => content)
    : results.map(({ status }) => status).find((status) => status !== 'ready');
}

const told = (...subjects: string[]) => Object.values(cardsOf(subjects));
const ofClient = (organization: TestOrganization, clientId: string) =>
  and(eq(activities.organizationId, organization.id), eq(activities.clientId, clientId));
const ofJobs = (organizationId: string) => eq(insightJobs.organizationId, organizationId);
const jobOf = async (clientId: string) =>
  (await db.select().from(insightJobs).where(eq(insightJobs.clientId, clientId)))[0];
const makeDue = (clientId: string) =>
  db.update(insightJobs).set({ dueAt: sql`now()` }).where(eq(insightJobs.clientId, clientId));
/** Lets the time of a lease and the pause after it pass. */
const endLease = (clientId: string) =>
  db
    .update(insightJobs)
    .set({ dueAt: sql`now()`, leasedUntil: sql`now()` })
    .where(eq(insightJobs.clientId, clientId));

test('a client with activities is computed from all of them, once, and its dashboard is ready', async () => {
  const { organization, idOf, run, engine } = await withClients('globex');
  expect(await dashboard(organization, idOf('globex'))).toBe('computing');
  await organization.activities('globex.example', [
    { subject: 'old', occurredAt: '2020-01-01T00:00:00.000Z' },
  ]);
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
  expect(await dashboard(organization, idOf('globex'))).toEqual(told('globex 1', 'old'));
  expect(await run()).toEqual(noCounts);
  expect(engine.asked).toHaveLength(1);
  const { body } = await api.get(`/v1/clients/${idOf('globex')}/dashboards/default`, {
    token: organization.token,
  });
  expect(body.data.cards[0].result.computedAt).toBe('2026-11-20T12:00:00.000Z');
});

test('an engine receives the client, its people and domains, the time, the time zone and what is planned next', async () => {
  const { organization, idOf, run, engine } = await withClients('globex');
  await organization.user({ email: 'ann@test.example' });
  await organization.user({ email: 'stranger@test.example' });
  await api.put('/v1/organization', { token: organization.token, body: { defaultTimezone: 'Asia/Tokyo' } });
  await organization.activities('globex.example', [
    { type: 'meeting', subject: 'later', occurredAt: '2026-12-01T00:00:00.000Z' },
    { type: 'call', subject: 'next', occurredAt: '2026-11-20T12:00:00.001Z' },
    {
      type: 'note',
      subject: 'just now',
      content: 'x'.repeat(20_000),
      occurredAt: '2026-11-20T12:00:00.000Z',
    },
  ]);
  await run();
  const [history] = engine.asked;
  expect(history).toMatchObject({
    client: { id: idOf('globex'), name: 'globex' },
    clientDomains: ['globex.example'],
    users: [{ email: 'ann@test.example', firstName: 'Ann', lastName: 'Okafor' }],
    timezone: 'Asia/Tokyo',
    asOf: '2026-11-20T12:00:00.000Z',
    upcoming: { type: 'call', subject: 'next', occurredAt: '2026-11-20T12:00:00.001Z' },
  });
  expect(history?.activities).toHaveLength(2);
  expect(history?.activities[0]).toEqual({
    id: expect.any(String),
    type: 'note',
    subject: 'just now',
    content: 'x'.repeat(10_240),
    occurredAt: '2026-11-20T12:00:00.000Z',
    participants: ['pat@globex.example', 'ann@test.example'],
    participantNames: [],
  });
});

test('an archived meeting or call was cancelled: an engine receives it neither as past nor as planned', async () => {
  const { organization, run, engine } = await withClients('globex');
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

test.each<[string, (where: ReturnType<typeof ofClient>) => Promise<unknown>, string[]]>([
  ['changed', (where) => db.update(activities).set({ subject: 'changed' }).where(where), ['changed']],
  ['deleted', (where) => db.delete(activities).where(where), []],
])('an activity %s by plain SQL makes its client due', async (_what, change, subjects) => {
  const { organization, idOf, run } = await withClients('globex', 'initech');
  await run();
  await change(ofClient(organization, idOf('globex')));
  expect(await run()).toEqual({ ...noCounts, computed: subjects.length });
  const expected = subjects.length > 0 ? told(...subjects) : 'computing';
  expect(await dashboard(organization, idOf('globex'))).toEqual(expected);
  expect(await dashboard(organization, idOf('initech'))).toEqual(told('initech 1'));
});

test('a client whose activities are all planned or cancelled says so, and one without any stays computing', async () => {
  const { organization, idOf, run, engine } = await withClients('globex', 'initech');
  const set = (name: 'globex' | 'initech', values: Partial<typeof activities.$inferInsert>) =>
    db
      .update(activities)
      .set(values)
      .where(ofClient(organization, idOf(name)));
  await set('globex', { type: 'meeting', subject: 'Kick-off', occurredAt: '2026-11-24T09:00:00.000Z' });
  await set('initech', { type: 'call', archivedAt: '2026-11-19T00:00:00.000Z' });
  expect(await run()).toEqual({ ...noCounts, computed: 2 });
  expect(engine.asked).toEqual([]);
  expect(await dashboard(organization, idOf('globex'))).toEqual([
    '- [ ] **Too little to tell** — nothing has taken place yet\n- [x] Next: meeting “Kick-off” on 24 Nov 2026.',
    '- [ ] No wins found: nothing has taken place yet.',
    '- [x] No frictions or risks found: nothing has taken place yet.',
  ]);
  expect(await dashboard(organization, idOf('initech'))).toEqual([
    '- [ ] **Too little to tell** — nothing has taken place yet',
    '- [ ] No wins found: nothing has taken place yet.',
    '- [x] No frictions or risks found: nothing has taken place yet.',
  ]);
  const { id } = await organization.client({ name: 'fresh' });
  await run();
  expect(await dashboard(organization, id)).toBe('computing');
});

test('an activity that moves from one client to another makes both due', async () => {
  const { organization, idOf, run } = await withClients('globex', 'initech');
  await run();
  await db
    .update(activities)
    .set({ clientId: idOf('initech'), subject: 'moved' })
    .where(ofClient(organization, idOf('globex')));
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
  expect(await dashboard(organization, idOf('globex'))).toBe('computing');
  expect(await dashboard(organization, idOf('initech'))).toEqual(
    expect.arrayContaining([expect.stringContaining('moved')]),
  );
});

test('a client that changes while it is computed is computed again', async () => {
  const { organization, idOf, run, engine } = await withClients('globex');
  engine.meanwhile = async () => {
    if (engine.asked.length === 1)
      await organization.activities('globex.example', [{ subject: 'meanwhile' }]);
  };
  expect(await run()).toEqual({ ...noCounts, computed: 2 });
  expect((await dashboard(organization, idOf('globex'))) as string[]).toEqual(told('meanwhile', 'globex 1'));
  expect(await isWorkDue(db, { organizationId: organization.id })).toBe(false);
});

test('a client is computed again 20 to 24 hours later, though nothing has changed', async () => {
  const { idOf, run } = await withClients('globex');
  await run();
  const job = await jobOf(idOf('globex'));
  const aheadMs = new Date(job?.dueAt ?? '').getTime() - Date.now();
  expect(aheadMs / 3_600_000).toBeGreaterThan(19.9);
  expect(aheadMs / 3_600_000).toBeLessThanOrEqual(24);
  await makeDue(idOf('globex'));
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
});

test('several workers at once share the clients: each is computed by one of them, once', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `client-${index}`);
  const { step, engine } = await withClients(...names);
  const counts = await Promise.all([1, 2, 3, 4].map(() => workOff(step)));
  expect(counts.reduce((sum, { computed }) => sum + computed, 0)).toBe(20);
  expect(new Set(engine.asked.map(({ client }) => client.id)).size).toBe(20);
  expect(engine.asked).toHaveLength(20);
});

test('a worker limited to one organization takes no job of another', async () => {
  const mine = await withClients('globex');
  const other = await withClients('globex');
  await mine.run();
  expect(await dashboard(mine.organization, mine.idOf('globex'))).toEqual(told('globex 1'));
  expect(await dashboard(other.organization, other.idOf('globex'))).toBe('computing');
});

test('another worker takes over the lease of a dead worker when it expires, and not before', async () => {
  const { organization, idOf, scope, run } = await withClients('globex');
  const [dead] = await leaseJobs(db, '00000000-0000-4000-8000-000000000001', scope, 5);
  expect(await run()).toEqual(noCounts);
  expect(await isWorkDue(db, scope)).toBe(true);
  const clientId = idOf('globex');
  await endLease(clientId);
  expect(await run()).toEqual({ ...noCounts, computed: 1 });

  // Had it only been slow, what it brings now is refused.
  if (!dead) throw new Error('Nothing was leased.');
  const late = {
    result: insightsOf(['stale']),
    revision: 1,
    asOf: now().toISOString(),
    computedAt: now().toISOString(),
    refreshInMs: 0,
  };
  expect(await finishJob(db, dead, late)).toBe(false);
  expect(await dashboard(organization, clientId)).toEqual(told('globex 1'));
});

test('a client that kills its workers is parked after the fifth attempt, until its activities change', async () => {
  const { organization, idOf, scope, run } = await withClients('globex');
  const clientId = idOf('globex');
  for (let attempt = 1; attempt <= maxFailures; attempt++) {
    expect(await leaseJobs(db, newId(), scope, 1)).toMatchObject([{ clientId, failures: attempt }]);
    const job = await jobOf(clientId);
    expect(Date.parse(job?.dueAt ?? '') > Date.now()).toBe(true);
    if (attempt < maxFailures) await endLease(clientId);
  }
  await db.update(insightJobs).set({ leasedUntil: sql`now()` }).where(eq(insightJobs.clientId, clientId));
  expect(await run()).toEqual(noCounts);
  const parkedHours = (Date.parse((await jobOf(clientId))?.dueAt ?? '') - Date.now()) / 3_600_000;
  expect(parkedHours).toBeGreaterThan(23);

  await organization.activities('globex.example', [{ subject: 'news' }]);
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
});

/** Lets every computation of a client fail. */
function breakFor(engine: TellingEngine, clientId: string) {
  engine.meanwhile = ({ client }) => {
    if (client.id === clientId) throw new Error('no such luck');
  };
}

test('a client that fails is retried after a pause, and others are not affected', async () => {
  const { organization, idOf, run, engine, logLines } = await withClients('globex', 'initech');
  breakFor(engine, idOf('globex'));
  expect(await run()).toEqual({ assigned: 0, computed: 1, failed: 1 });
  expect(await dashboard(organization, idOf('initech'))).toEqual(told('initech 1'));
  const job = await jobOf(idOf('globex'));
  expect(job).toMatchObject({ failures: 1, lease: null });
  expect(new Date(job?.dueAt ?? '').getTime()).toBeGreaterThan(Date.now());
  expect(logLines.join('')).toContain('no such luck');

  engine.meanwhile = () => {};
  await makeDue(idOf('globex'));
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
  expect(await jobOf(idOf('globex'))).toMatchObject({ failures: 0 });
});

test('a client that fails repeatedly is parked for a day with a log line, until its activities change', async () => {
  const { organization, idOf, run, engine, logLines } = await withClients('globex');
  breakFor(engine, idOf('globex'));
  const pausesMs: number[] = [];
  for (let failure = 1; failure <= maxFailures; failure++) {
    expect(await run()).toEqual({ ...noCounts, failed: 1 });
    pausesMs.push(new Date((await jobOf(idOf('globex')))?.dueAt ?? '').getTime() - Date.now());
    if (failure < maxFailures) await makeDue(idOf('globex'));
  }
  expect(pausesMs.map((pauseMs) => Math.ceil(pauseMs / 5_000))).toEqual([1, 2, 4, 8, 17_280]);
  expect(logLines.filter((line) => line.includes('parked'))).toHaveLength(1);

  engine.meanwhile = () => {};
  await organization.activities('globex.example', [{ subject: 'news' }]);
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
});

test('a client that changes during its failing fifth attempt is not parked', async () => {
  const { organization, idOf, scope, run, engine } = await withClients('globex');
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
  expect(await dashboard(organization, idOf('globex'))).toEqual(told('news', 'globex 1'));
  expect(await isWorkDue(db, scope)).toBe(false);
});

test('a lease is renewed for as long as the computation takes', async () => {
  const intervals = vi.spyOn(timers, 'setInterval');
  syncBuiltinESMExports();
  onTestFinished(() => {
    intervals.mockRestore();
    syncBuiltinESMExports();
  });
  const { idOf, run, engine } = await withClients('globex');
  const leasedUntil = async () => (await jobOf(idOf('globex')))?.leasedUntil ?? '';
  engine.meanwhile = async () => {
    const [renew, everyMs] = intervals.mock.lastCall ?? [];
    expect(everyMs).toBe(leaseMs / 3);
    const before = await leasedUntil();
    renew?.();
    await expect.poll(leasedUntil).not.toBe(before);
  };
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
});

test('the domains of its wired rules belong to a client, and deleted users still count as ours', async () => {
  const organization = await api.organization();
  const { id } = await organization.client({ domain: 'globex.example' });
  await organization.activities('globex.example', [{}]);
  await db
    .update(assignmentRules)
    .set({ domain: 'globex-labs.example' })
    .where(eq(assignmentRules.clientId, id));
  const user = await organization.user({ email: 'ann@test.example' });
  await deleteUser(organization.db, user.id);
  const engine = tellingEngine();
  const log = createLog({ logLevel: 'silent' });
  await workOnce({ db, engine, log }, { organizationId: organization.id }, now, never);
  expect(engine.asked).toMatchObject([
    { clientDomains: ['globex.example', 'globex-labs.example'], users: [{ email: 'ann@test.example' }] },
  ]);
});

test('a deleted colleague is no contact of a client, even of one without a domain', async () => {
  const organization = await api.organization();
  const { id } = await organization.client({ domain: 'globex.example' });
  const user = await organization.user({ email: 'ann@test.example' });
  await organization.activities('globex.example', [
    { participants: ['ann@test.example', 'pat@globex.example'], content: 'We are very disappointed.' },
    { participants: ['pat@globex.example', 'ann@test.example'], content: 'Shall we meet on Monday?' },
  ]);
  await db.update(clients).set({ domain: null }).where(eq(clients.id, id));
  await db.delete(assignmentRules).where(eq(assignmentRules.clientId, id));
  await deleteUser(organization.db, user.id);
  const log = createLog({ logLevel: 'silent' });
  await workOnce({ db, engine: builtInEngine, log }, { organizationId: organization.id }, now, never);
  const cards = String(await dashboard(organization, id));
  expect(cards).toContain('No frictions or risks found');
  expect(cards).not.toContain('Ann');
});

test('stopping midway releases unfinished jobs, and loses nothing', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `client-${index}`);
  const { organization, step, run, engine, scope } = await withClients(...names);
  const stopping = new AbortController();
  engine.meanwhile = () => {
    if (engine.asked.length < 6) return;
    stopping.abort();
    stopping.signal.throwIfAborted();
  };
  const done = await step(stopping.signal);
  expect(done?.failed).toBe(0);
  expect(done?.computed).toBeLessThan(12);
  expect(await isWorkDue(db, scope)).toBe(true);
  // To be stopped is no attempt that came to nothing.
  expect(await db.$count(insightJobs, and(ofJobs(organization.id), gt(insightJobs.failures, 0)))).toBe(0);

  engine.meanwhile = () => {};
  const rest = await run();
  expect((done?.computed ?? 0) + rest.computed).toBe(12);
});

test('the summary is stored and updated with the cards, and deleted with the last activity', async () => {
  const { organization, idOf, run } = await withClients('globex');
  const clientId = idOf('globex');
  const summary = async () => (await summariesOf(organization.db, [clientId])).get(clientId);
  expect(await summary()).toBeUndefined();
  await run();
  expect(await summary()).toMatchObject({ verdict: 'Healthy', wins: 1, computedAt: now().toISOString() });
  await organization.activities('globex.example', [{ subject: 'globex 2' }]);
  await run();
  expect(await summary()).toMatchObject({ wins: 2 });
  await db.delete(activities).where(ofClient(organization, clientId));
  await run();
  expect(await summary()).toBeUndefined();
});

test('the cards of a deleted client are no longer computed, and those there are go with it', async () => {
  const { organization, idOf, run, engine } = await withClients('globex', 'initech');
  await run();
  await deleteClient(organization.db, idOf('globex'));
  await makeDue(idOf('globex'));
  expect(await run()).toEqual(noCounts);
  expect(engine.asked).toHaveLength(2);
  expect(await jobOf(idOf('globex'))).toBeUndefined();
  expect(await db.$count(insights, eq(insights.organizationId, organization.id))).toBe(3);
});

test('a run with an as-of date computes every client once, due or not, from the activities up to then', async () => {
  const { organization, idOf, run, engine } = await withClients('globex', 'initech');
  await organization.activities('globex.example', [
    { subject: 'old', occurredAt: '2001-05-01T00:00:00.000Z' },
  ]);
  await run();
  const asOf = '2001-06-01T00:00:00.000Z';
  expect(await run(asOf)).toEqual({ ...noCounts, computed: 1 });
  // A mail of later is nothing that was planned then.
  expect(engine.asked.at(-1)).toMatchObject({ asOf, upcoming: undefined });
  expect(await dashboard(organization, idOf('globex'))).toEqual(told('old'));
  // Nothing had occurred with this one; what is known of it stays.
  expect(await dashboard(organization, idOf('initech'))).toEqual(told('initech 1'));
  expect(await run(asOf)).toEqual(noCounts);

  breakFor(engine, idOf('globex'));
  expect(await run('2001-07-01T00:00:00.000Z')).toEqual({ ...noCounts, failed: 1 });
});

test('simultaneous runs with different as-of dates terminate: each computes a client at most once', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `client-${index}`);
  const { run } = await withClients(...names);
  await run();
  const counts = await Promise.all([run('2026-02-01T00:00:00.000Z'), run('2026-03-01T00:00:00.000Z')]);
  const computed = counts.reduce((sum, each) => sum + each.computed, 0);
  expect(computed).toBeGreaterThanOrEqual(10);
  expect(computed).toBeLessThanOrEqual(20);
});

test('a run with an as-of date before the first activity leaves a client as due as it was', async () => {
  const { organization, idOf, run } = await withClients('globex');
  expect(await run('2001-01-01T00:00:00.000Z')).toEqual(noCounts);
  expect(await dashboard(organization, idOf('globex'))).toBe('computing');
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
  expect(await dashboard(organization, idOf('globex'))).toEqual(told('globex 1'));
});

test('a run with an as-of date also computes clients that a worker has computed since it began', async () => {
  const { organization, idOf, stepOf } = await withClients('globex');
  const past = { asOf: '2026-01-01T00:00:00.000Z', runFrom: new Date().toISOString() };
  expect(await stepOf(undefined)).toMatchObject({ computed: 1 });
  expect(await stepOf(past)).toMatchObject({ computed: 1 });
  expect(await stepOf(past)).toBeUndefined();
  expect(await dashboard(organization, idOf('globex'))).toEqual(told('globex 1'));
});
