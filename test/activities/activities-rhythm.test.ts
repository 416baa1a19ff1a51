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
  const { token } = organization;
  const { weeks } = resultOf(
    await callerOf(api, token).query('activities.rhythm', { clientId: client.id }),
  ).data;
  expect(weeks).toHaveLength(rhythmWeeks);
  expect(
    weeks
      .slice(0, -2)
      .every(({ activities }: { activities: object }) => Object.values(activities).every((n) => n === 0)),
  ).toBe(true);
  const sum = (type: string) =>
    weeks.reduce(
      (total: number, week: { activities: Record<string, number> }) => total + (week.activities[type] ?? 0),
      0,
    );
  expect(['email', 'note', 'meeting', 'call', 'chat'].map(sum)).toEqual([1, 1, 0, 0, 0]);
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
  const weeks = await readRhythm(
    organization.db,
    client.id,
    'Europe/Berlin',
    new Date('2026-11-23T12:00:00Z'),
  );
  expect(weeks.filter(({ activities }) => Object.values(activities).some((count) => count > 0))).toEqual([
    { startsOn: '2025-12-01', activities: { ...none, email: 1 } },
    { startsOn: '2026-03-23', activities: { ...none, call: 1 } },
    { startsOn: '2026-03-30', activities: { ...none, call: 1 } },
    { startsOn: '2026-11-16', activities: { ...none, chat: 1 } },
    { startsOn: '2026-11-23', activities: { ...none, chat: 2 } },
  ]);
});
