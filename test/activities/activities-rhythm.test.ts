import { expect, test } from 'vitest';
import { readRhythm, rhythmWeeks } from '../../src/activities/queries.ts';
import { startApi } from '../support/api.ts';
import { callerOf, resultOf } from '../support/trpc.ts';

const api = await startApi();
const domain = 'globex.example';
const none = { email: 0, call: 0, meeting: 0, note: 0, chat: 0 };

test('a rhythm has 52 weeks, oldest first, with the number of activities of each type', async () => {
  const organization = await api.organization();
  const client = await organization.client({ domain });
  const now = Date.now();
  const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();
  await organization.activities(domain, [
    { type: 'email', occurredAt: ago(0) },
    { type: 'note', occurredAt: ago(0) },
    { type: 'meeting', occurredAt: ago(-1) },
    { type: 'call', occurredAt: ago(400) },
  ]);
  const caller = callerOf(api, organization.token);
  const { data } = resultOf(await caller.query('activities.rhythm', { clientId: client.id }));
  const weeks: { activities: typeof none }[] = data.weeks;
  expect(weeks).toHaveLength(rhythmWeeks);
  // Midnight on Monday may have passed since the activities were made.
  const [newest = none, before = none] = weeks.map(({ activities }) => activities).reverse();
  expect([newest, before]).toContainEqual({ ...none, email: 1, note: 1 });
  expect(weeks.filter(({ activities }) => Object.values(activities).some((count) => count > 0))).toHaveLength(
    1,
  );
});

test('weeks begin on Monday in the time zone; planned activities and those older than a year do not count', async () => {
  const organization = await api.organization();
  const client = await organization.client({ domain });
  await organization.activities(domain, [
    { type: 'email', occurredAt: '2025-11-30T22:59:59.999Z' },
    { type: 'email', occurredAt: '2025-11-30T23:00:00.000Z' },
    { type: 'call', occurredAt: '2026-03-29T21:59:59.999Z' },
    { type: 'call', occurredAt: '2026-03-29T22:00:00.000Z' },
    { type: 'chat', occurredAt: '2026-11-22T22:59:59.999Z' },
    { type: 'chat', occurredAt: '2026-11-22T23:00:00.000Z' },
    { type: 'chat', occurredAt: '2026-11-23T12:00:00.000Z' },
    { type: 'chat', occurredAt: '2026-11-23T12:00:00.001Z' },
  ]);
  const now = new Date('2026-11-23T12:00:00Z');
  const weeks = await readRhythm(organization.db, client.id, 'Europe/Berlin', now);
  expect(weeks.filter(({ activities }) => Object.values(activities).some((count) => count > 0))).toEqual([
    { startsOn: '2025-12-01', activities: { ...none, email: 1 } },
    { startsOn: '2026-03-23', activities: { ...none, call: 1 } },
    { startsOn: '2026-03-30', activities: { ...none, call: 1 } },
    { startsOn: '2026-11-16', activities: { ...none, chat: 1 } },
    { startsOn: '2026-11-23', activities: { ...none, chat: 2 } },
  ]);
});
