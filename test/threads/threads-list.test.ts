import { expect, test } from 'vitest';
import type { InsightThread } from '../../src/insights/schemas.ts';
import { startApi } from '../support/api.ts';
import { generous } from '../support/rules.ts';
import { daysAgo, thread, withThreads } from '../support/threads.ts';
import { callerOf, resultOf } from '../support/trpc.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi(generous);

const list = async (token: string, clientId: string) =>
  resultOf(await callerOf(api, token).query('threads.list', { clientId })).data;

test('the threads of a client are listed in every state, in the order of the cards, and no others', async () => {
  const organization = await api.organization();
  const clientId = await withThreads(organization, [
    thread({ subject: 'owed', since: daysAgo(7), deadline: 'by Friday' }),
    thread({ subject: 'asked', state: 'waiting', isOwed: false, unanswered: 0, since: daysAgo(-7) }),
    thread({ subject: 'done', state: 'solved', isOwed: false, unanswered: 0 }),
    thread({ subject: 'answered', state: 'quiet', isOwed: false, unanswered: 0 }),
  ]);
  await withThreads(organization, [thread({ subject: 'of another client' })]);
  await addTwin(api.database, organization.id);
  const listed = await list(organization.token, clientId);
  expect(listed.map(({ subject, state }: InsightThread) => [subject, state])).toEqual([
    ['owed', 'open'],
    ['asked', 'waiting'],
    ['done', 'solved'],
    ['answered', 'quiet'],
  ]);
  const since = { clientId, clientName: 'Globex', people: ['Gerald Oyelaran'], workingDays: 5 };
  expect(listed.map(({ isAtRisk }: { isAtRisk: boolean }) => isAtRisk)).toEqual([true, false, false, false]);
  expect(listed[1].workingDays).toBe(0);
  expect(listed[0]).toMatchObject({ ...since, deadline: 'by Friday', isHidden: false, hiddenUntil: null });
});

test('a thread that Today hides says so and until when, as long as it does', async () => {
  const organization = await api.organization();
  const [later, done, over] = [
    thread({ subject: 'later' }),
    thread({ subject: 'done' }),
    thread({ subject: 'over' }),
  ];
  const clientId = await withThreads(organization, [later, done, over]);
  const { mutate } = callerOf(api, organization.token);
  const snooze = async ({ activityId }: InsightThread, until: string | null) =>
    resultOf(await mutate('today.snooze', { clientId, activityId, unanswered: 1, until }));
  const until = daysAgo(-1);
  await snooze(later, until);
  await snooze(done, null);
  await snooze(over, daysAgo(1));
  const hidden = (listed: { isHidden: boolean; hiddenUntil: string | null }[]) =>
    listed.map(({ isHidden, hiddenUntil }) => [isHidden, isHidden && hiddenUntil]);
  expect(hidden(await list(organization.token, clientId))).toEqual([
    [true, until],
    [true, null],
    [false, false],
  ]);
  resultOf(await mutate('today.restore', { clientId, activityId: later.activityId }));
  expect(hidden(await list(organization.token, clientId))[0]).toEqual([false, false]);
});

test('a user key without dashboards:read sees no thread, and a client without cards has none', async () => {
  const organization = await api.organization();
  const clientId = await withThreads(organization, [thread({ subject: 'owed' })]);
  expect(await list(await organization.userKey(['clients:read']), clientId)).toEqual([]);
  expect(await list(await organization.userKey(['clients:read', 'dashboards:read']), clientId)).toHaveLength(
    1,
  );
  const { id } = await organization.client({ name: 'Initech' });
  expect(await list(organization.token, id)).toEqual([]);
});
