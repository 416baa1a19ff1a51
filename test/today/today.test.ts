import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { assignOwner, deleteClient } from '../../src/clients/queries.ts';
import { clients } from '../../src/clients/table.ts';
import { connections } from '../../src/connections/table.ts';
import { firstIdAt, newId } from '../../src/core/db/id.ts';
import type { Permission } from '../../src/core/permissions.ts';
import { type InsightThread, type NextStep, noExplanation } from '../../src/insights/schemas.ts';
import { insightSummaries } from '../../src/insights/table.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { generous } from '../support/rules.ts';
import { daysAgo, thread, withThreads } from '../support/threads.ts';
import { callerOf, errorOf, resultOf } from '../support/trpc.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi(generous);
const get = async (token: string, input: object = {}) =>
  resultOf(await callerOf(api, token).query('today.get', input)).data;

const quote = (isGrave: boolean): InsightThread['quote'] => ({
  kind: 'friction',
  text: 'We will cancel.',
  author: null,
  activityId: newId(),
  isGrave,
});

const subjects = async (token: string) =>
  (await get(token)).threads.map(({ subject }: { subject: string }) => subject);

test('answers owed come first, grave ones before old ones, then promises, then risks and deadlines, also told in calls', async () => {
  const organization = await api.organization();
  await withThreads(organization, [
    thread({ subject: 'old', since: daysAgo(9) }),
    thread({ subject: 'grave', since: daysAgo(1), quote: quote(true) }),
    thread({ subject: 'answered', state: 'quiet', isOwed: false }),
    thread({ subject: 'due', state: 'waiting', isOwed: false, deadline: 'by Friday' }),
  ]);
  await withThreads(organization, [
    thread({ subject: 'new', since: daysAgo(2) }),
    thread({ subject: 'promised', since: daysAgo(20), promise: 'I’ll send it.' }),
    thread({ subject: 'risk', state: 'waiting', isOwed: false, quote: quote(true) }),
    thread({ subject: 'slight', state: 'waiting', isOwed: false, quote: quote(false) }),
    thread({ subject: 'told', state: 'quiet', isOwed: false, since: daysAgo(30), quote: quote(true) }),
    thread({ subject: 'long ago', state: 'quiet', isOwed: false, since: daysAgo(70), quote: quote(true) }),
    thread({ subject: 'solved', state: 'solved', isOwed: false, quote: quote(true) }),
  ]);
  const other = await api.organization();
  await withThreads(other, [thread({ subject: 'of others' })]);
  await addTwin(api.database, organization.id);
  expect(await subjects(organization.token)).toEqual([
    'grave',
    'old',
    'new',
    'promised',
    'told',
    'risk',
    'due',
  ]);
  const { threads, hasMore } = await get(organization.token);
  expect(threads[1]).toMatchObject({ clientName: 'Globex', people: ['Gerald Oyelaran'], state: 'open' });
  expect(hasMore).toBe(false);
});

test('it is told that cards are being computed until all clients with activities have them', async () => {
  const organization = await api.organization();
  const { id: clientId } = await organization.client({ domain: 'globex.example' });
  const isComputing = async () => (await get(organization.token)).isComputing;
  expect(await isComputing()).toBe(false);
  await organization.activities('globex.example', [{ subject: 'Plan' }]);
  expect(await isComputing()).toBe(true);
  const computed = { verdict: 'Healthy', wins: 0, frictions: 0, computedAt: daysAgo(0) } as const;
  await organization.db.insert(insightSummaries, [{ clientId, ...computed }]);
  expect(await isComputing()).toBe(false);
  await addTwin(api.database, organization.id);
  await organization.db.delete(insightSummaries, eq(insightSummaries.clientId, clientId));
  expect(await isComputing()).toBe(true);
});

test('an organization without clients of its own is told that it has none', async () => {
  const [organization, other] = [await api.organization(), await api.organization()];
  const hasClients = async () => (await get(organization.token)).hasClients;
  await other.client();
  expect(await hasClients()).toBe(false);
  await organization.client();
  expect(await hasClients()).toBe(true);
});

test('clients that went quiet in the last half year are named, latest first, and deleted ones are not', async () => {
  const organization = await api.organization();
  const quietSince = (days: number) =>
    withThreads(organization, [], { verdict: 'Quiet', lastContactAt: daysAgo(days) });
  const ids = [await quietSince(60), await quietSince(30), await quietSince(200), await quietSince(40)];
  await withThreads(organization, [], { lastContactAt: daysAgo(50) });
  await deleteClient(organization.db, ids[3] ?? '');
  await deleteClient(organization.db, await withThreads(organization, [thread({ subject: 'gone' })]));
  await organization.db.update(clients, { name: 'Acme' }, eq(clients.id, ids[0] ?? ''));
  const { quiet, threads } = await get(organization.token);
  expect(threads).toEqual([]);
  expect(quiet.map(({ clientName }: { clientName: string }) => clientName)).toEqual(['Globex', 'Acme']);
});

const stepIn = ({ activityId, subject, since }: InsightThread): NextStep => ({
  action: 'answer',
  person: null,
  subject,
  activityId,
  since,
});

test('a client that went quiet has no step in a thread that is done, unless the client has written again', async () => {
  const organization = await api.organization();
  const done = thread({ subject: 'done' });
  const again = thread({ subject: 'again', since: daysAgo(2), unanswered: 2 });
  const clientId = await withThreads(organization, [done, again], {
    verdict: 'Quiet',
    lastContactAt: daysAgo(40),
    explanation: { ...noExplanation, steps: [stepIn(done), stepIn(again)] },
  });
  const { mutate } = callerOf(api, organization.token);
  const quietSteps = async () =>
    (await get(organization.token)).quiet[0].steps.map((step: NextStep) => step.subject);
  expect(await quietSteps()).toEqual(['done', 'again']);
  for (const { activityId } of [done, again])
    resultOf(await mutate('today.snooze', { clientId, activityId, unanswered: 1, until: null }));
  const ofTwin = { threads: [done, { ...again, unanswered: 0 }] };
  await addTwin(api.database, organization.id, { insight_summaries: ofTwin });
  expect(await quietSteps()).toEqual(['again']);
  resultOf(await mutate('today.restore', { clientId, activityId: done.activityId }));
  expect(await quietSteps()).toEqual(['done', 'again']);
});

test.each(['9999-12-31T23:59:59-14:00', '0000-01-01T00:00:00Z'])('the time %s is refused', async (time) => {
  const organization = await api.organization();
  const { activityId, ...first } = thread({ subject: 'later' });
  const clientId = await withThreads(organization, [{ activityId, ...first }]);
  const { query, mutate } = callerOf(api, organization.token);
  const answers = [
    await query('today.get', { since: time }),
    await mutate('today.snooze', { clientId, activityId, unanswered: 1, until: time }),
  ];
  expect(answers.map((answer) => errorOf(answer).code)).toEqual(['invalid_argument', 'invalid_argument']);
  expect(await subjects(organization.token)).toEqual(['later']);
});

test.each<[string, (organization: TestOrganization, clientId: string) => Promise<unknown>]>([
  ['of a deleted client', ({ db }, id) => deleteClient(db, id)],
  ['that is no longer there', ({ db }, id) => db.delete(insightSummaries, eq(insightSummaries.clientId, id))],
])('a thread %s cannot be snoozed', async (_, remove) => {
  const organization = await api.organization();
  const { activityId, ...rest } = thread({ subject: 'gone' });
  const clientId = await withThreads(organization, [{ activityId, ...rest }]);
  await addTwin(api.database, organization.id);
  await remove(organization, clientId);
  const key = { clientId, activityId, unanswered: 1, until: null };
  expect(errorOf(await callerOf(api, organization.token).mutate('today.snooze', key)).code).toBe('not_found');
});

test('a snoozed thread is hidden until its time, and one that is done until the client writes again', async () => {
  const organization = await api.organization();
  const [later, done] = [thread({ subject: 'later' }), thread({ subject: 'done' })];
  const clientId = await withThreads(organization, [later, done]);
  const { mutate } = callerOf(api, organization.token);
  const snooze = async ({ activityId, unanswered }: InsightThread, until: string | null) =>
    resultOf(await mutate('today.snooze', { clientId, activityId, unanswered, until })).data;
  const until = daysAgo(-1);
  expect(await snooze(later, until)).toEqual({ clientId, activityId: later.activityId, until });
  await snooze(done, null);
  expect(await subjects(organization.token)).toEqual([]);
  await snooze(later, daysAgo(1));
  expect(await subjects(organization.token)).toEqual(['later']);
  await organization.db.update(insightSummaries, { threads: [{ ...done, unanswered: 2 }] });
  expect(await subjects(organization.token)).toEqual(['done']);
  // Hides only what was seen.
  await snooze(done, null);
  expect(await subjects(organization.token)).toEqual(['done']);
  await snooze({ ...done, unanswered: 2 }, null);
  expect(await subjects(organization.token)).toEqual([]);
  await addTwin(api.database, organization.id);
  resultOf(await mutate('today.restore', { clientId, activityId: done.activityId }));
  expect(await subjects(organization.token)).toEqual(['done']);
});

test.each<[Permission[], string, boolean | null]>([
  [['clients:read', 'dashboards:read'], 'ok', null],
  [['clients:read', 'connections:read'], 'ok', true],
  [['dashboards:read', 'connections:read'], 'forbidden', null],
])('a user key with %j is answered: %s', async (granted, code, seesConnections) => {
  const organization = await api.organization();
  const settings = { host: 'imap.globex.example' };
  const failing = { type: 'imap' as const, state: 'failing' as const, failure: 'Give another password.' };
  await organization.db.insert(connections, [
    { ...failing, integration: 'gmail', settings, secret: '00', nextTryAt: daysAgo(0) },
  ]);
  await withThreads(organization, [thread({ subject: 'owed' })]);
  const answer = await callerOf(api, await organization.userKey(granted)).query('today.get');
  if (code !== 'ok') return expect(errorOf(answer).code).toBe(code);
  const { failing: seen, threads } = resultOf(answer).data;
  expect(seen?.length ?? null).toBe(seesConnections ? 1 : null);
  expect(threads.length).toBe(granted.includes('dashboards:read') ? 1 : 0);
});

test('of callers who snooze the same thread at once, none fails', async () => {
  const organization = await api.organization();
  const one = thread({ subject: 'one' });
  const clientId = await withThreads(organization, [one]);
  const { mutate } = callerOf(api, organization.token);
  const input = { clientId, activityId: one.activityId, unanswered: 1, until: null };
  const answers = await Promise.all(Array.from({ length: 6 }, () => mutate('today.snooze', input)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
});

test('at most 200 threads are listed, and it is said that there are more', async () => {
  const organization = await api.organization();
  const many = Array.from({ length: 30 }, (_, index) => thread({ subject: `${index}` }));
  for (let made = 0; made < 7; made++) await withThreads(organization, many);
  const { threads, hasMore } = await get(organization.token);
  expect([threads.length, hasMore]).toEqual([200, true]);
});

test('of an owner, only the clients that this user looks after are given', async () => {
  const organization = await api.organization();
  const { id: ownerId } = await organization.user();
  const quiet = { verdict: 'Quiet' as const, lastContactAt: daysAgo(40) };
  const owned = await withThreads(organization, [thread({ subject: 'mine' })], quiet);
  await withThreads(organization, [thread({ subject: 'of others' })], quiet);
  await assignOwner(organization.db, owned, ownerId);
  await addTwin(api.database, organization.id);
  const shown = await get(organization.token, { ownerId });
  expect(shown.threads.map(({ subject }: InsightThread) => subject)).toEqual(['mine']);
  expect(shown.quiet).toMatchObject([{ clientId: owned }]);
  const unknown = await callerOf(api, organization.token).query('today.get', { ownerId: newId() });
  expect(errorOf(unknown).code).toBe('not_found');
});

test('changes are given since a time only: verdicts that have changed, and wins and frictions recorded since', async () => {
  const organization = await api.organization();
  const { id: ownerId } = await organization.user();
  const said = (subject: string, recordedDaysAgo: number, since = daysAgo(1)) => {
    const activityId = firstIdAt(daysAgo(recordedDaysAgo));
    const kind = subject === 'win' ? ('win' as const) : ('friction' as const);
    return thread({
      subject,
      since,
      quote: { kind, text: 'Well.', author: null, activityId, isGrave: false },
    });
  };
  const threads = [said('win', 1), said('known', 3), said('friction', 0.5), said('imported', 1, daysAgo(90))];
  const turned = (verdictChangedAt: string) => ({ previousVerdict: 'New' as const, verdictChangedAt });
  const clientId = await withThreads(organization, threads, turned(daysAgo(1)));
  const other = await withThreads(organization, [thread({ subject: 'nothing said' })], turned(daysAgo(3)));
  await assignOwner(organization.db, other, ownerId);
  await addTwin(api.database, organization.id);
  const since = daysAgo(2);
  const { verdicts, quotes } = await get(organization.token, { since });
  expect(verdicts).toEqual([{ clientId, clientName: 'Globex', previousVerdict: 'New', verdict: 'Healthy' }]);
  expect(quotes.map(({ subject }: InsightThread) => subject)).toEqual(['friction', 'win']);
  for (const input of [{}, { since, ownerId }, { since: daysAgo(0) }])
    expect(await get(organization.token, input)).toMatchObject({ verdicts: [], quotes: [] });
});
