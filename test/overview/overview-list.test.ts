import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contactWeeks } from '../../src/activities/queries.ts';
import { deleteClient } from '../../src/clients/queries.ts';
import { newId } from '../../src/core/db/id.ts';
import type { Permission } from '../../src/core/permissions.ts';
import type { InsightThread } from '../../src/insights/schemas.ts';
import { insightSummaries } from '../../src/insights/table.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { expectRefused, generous } from '../support/rules.ts';
import { daysAgo, thread, withThreads } from '../support/threads.ts';
import { callerOf, resultOf, walkOf } from '../support/trpc.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi(generous);
const domain = 'globex.example';
const list = async (token: string, input: object = {}) =>
  resultOf(await callerOf(api, token).query('overview.list', input));

const summary = {
  verdict: 'At risk' as const,
  wins: 1,
  frictions: 3,
  owedSince: '2026-06-01T12:00:00.000Z',
  lastContactAt: '2026-06-02T12:00:00.000Z',
  computedAt: '2026-06-03T12:00:00.000Z',
};

const step = {
  action: 'answer' as const,
  person: 'Gerald Oyelaran',
  subject: 'Friday report',
  activityId: newId(),
  since: daysAgo(7),
};
const reason = 'Gerald Oyelaran is waiting for an answer';
const shown = { reason, steps: [{ ...step, workingDays: 5 }] };
const observations = [{ isGood: false, text: 'They usually reply within a day.' }];
const explanation = { reason, steps: [step], reasonActivityId: step.activityId, observations, quotes: [] };

async function furnished(): Promise<{ organization: TestOrganization; id: string }> {
  const organization = await api.organization();
  const { id } = await organization.client({ domain });
  await organization.activities(domain, [
    { occurredAt: new Date().toISOString() },
    { type: 'note', occurredAt: new Date().toISOString() },
    { occurredAt: new Date(Date.now() + 3_600_000).toISOString() },
  ]);
  await organization.db.insert(insightSummaries, [{ clientId: id, ...summary, explanation }]);
  return { organization, id };
}

test('a client is shown with its verdict, the reason, the next steps, figures and weekly contacts', async () => {
  const { organization, id } = await furnished();
  await addTwin(api.database, organization.id, { insight_summaries: { verdict: 'Healthy' } });
  const { data, meta } = await list(organization.token);
  expect(data).toEqual([
    {
      id,
      name: 'Globex',
      domain,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      owner: null,
      insight: { ...summary, ...shown },
      weeklyContacts: [...Array(contactWeeks - 1).fill(0), 1],
    },
  ]);
  expect(meta.cursor).toBeNull();
});

test('one client is shown with the content of its cards as data, whatever others have under its id', async () => {
  const { organization, id } = await furnished();
  const get = async (token: string) => callerOf(api, token).query('overview.get', { clientId: id });
  await addTwin(api.database, organization.id, { insight_summaries: { verdict: 'Healthy' } });
  // The database finds what was written last behind the twin's.
  await api.database.db
    .update(insightSummaries)
    .set({ wins: summary.wins })
    .where(eq(insightSummaries.organizationId, organization.id));
  const { data } = resultOf(await get(organization.token));
  expect(data).toMatchObject({
    id,
    name: 'Globex',
    owner: null,
    insight: { ...summary, ...shown, observations },
  });
  const bare = await organization.userKey(['clients:read']);
  expect(resultOf(await get(bare)).data.insight).toBeNull();
});

test('a step in a snoozed thread is not shown, and as the reason the next answer that is owed, if there is one', async () => {
  const organization = await api.organization();
  const [report, later] = [thread({ subject: 'Friday report' }), thread({ subject: 'Later' })];
  const stepIn = ({ activityId, subject }: InsightThread) => ({ ...step, activityId, subject });
  const clientId = await withThreads(organization, [report, later], {
    explanation: {
      ...explanation,
      steps: [stepIn(report), stepIn(later)],
      reasonActivityId: report.activityId,
    },
  });
  const { mutate, query } = callerOf(api, organization.token);
  const shownSteps = async () => {
    const [{ insight }] = (await list(organization.token)).data;
    const { steps, reason } = insight;
    expect(resultOf(await query('overview.get', { clientId })).data.insight).toMatchObject({ steps, reason });
    return [reason, ...steps.map(({ subject }: { subject: string }) => subject)];
  };
  const snooze = async ({ activityId }: InsightThread) =>
    resultOf(await mutate('today.snooze', { clientId, activityId, unanswered: 9, until: null }));
  expect(await shownSteps()).toEqual([shown.reason, 'Friday report', 'Later']);
  await snooze(report);
  expect(await shownSteps()).toEqual([`${step.person} is waiting for an answer`, 'Later']);
  // It keeps its snooze, which hides nothing here.
  await addTwin(api.database, organization.id);
  await mutate('today.restore', { clientId, activityId: report.activityId });
  expect(await shownSteps()).toEqual([shown.reason, 'Friday report', 'Later']);
  await snooze(report);
  await snooze(later);
  expect(await shownSteps()).toEqual(['because of a thread that is done or put off']);
});

test('a client that has not been computed has no insight, and one without contacts has zeros', async () => {
  const organization = await api.organization();
  await organization.client();
  const { data } = await list(organization.token);
  expect(data[0]).toMatchObject({ insight: null, weeklyContacts: Array(contactWeeks).fill(0) });
});

test.each<[Permission[], boolean, boolean]>([
  [['clients:read'], false, false],
  [['clients:read', 'dashboards:read'], true, false],
  [['clients:read', 'activities:read'], false, true],
  [['clients:read', 'dashboards:read', 'activities:read'], true, true],
])('a user key with %j sees only what its permissions allow', async (granted, hasInsight, hasContacts) => {
  const { organization } = await furnished();
  const { data } = await list(await organization.userKey(granted));
  expect([data[0].insight !== null, data[0].weeklyContacts !== null]).toEqual([hasInsight, hasContacts]);
});

test('clients are paged in order of creation, without deleted ones', async () => {
  const organization = await api.organization();
  const made: string[] = [];
  for (let n = 0; n < 7; n++) made.push((await organization.client()).id);
  await deleteClient(organization.db, made[2] ?? '');
  const paged = await walkOf(callerOf(api, organization.token), 'overview.list', { limit: 2 });
  expect(paged).toEqual({ ids: made.toSpliced(2, 1), sizes: [2, 2, 2] });
});

test('a page has up to 500 clients', async () => {
  const organization = await api.organization();
  await api.database.db.execute(`insert into clients (organization_id, id, name)
    select '${organization.id}', ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Client' from generate_series(1, 501) n`);
  const { data, meta } = await list(organization.token, { limit: 500 });
  expect(data).toHaveLength(500);
  expect((await list(organization.token, { limit: 500, cursor: meta.cursor })).data).toHaveLength(1);
  for (const limit of [0, -1, 501, 1.5, '10', null])
    expectRefused(await callerOf(api, organization.token).query('overview.list', { limit }), 'limit');
});
