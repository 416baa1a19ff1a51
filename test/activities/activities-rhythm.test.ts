import { expect, test } from 'vitest';
import { readRhythm, rhythmWeeks } from '../../src/activities/queries.ts';
import { startApi } from '../support/api.ts';

const api = await startApi();
const domain = 'globex.example';
const none = { email: 0, call: 0, meeting: 0, note: 0, chat: 0 };

test('a rhythm has 52 weeks from Monday in the time zone; planned activities and those older than a year do not count', async () => {
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
  expect(weeks).toHaveLength(rhythmWeeks);
  expect(weeks.filter(({ activities }) => Object.values(activities).some((count) => count > 0))).toEqual([
    { startsOn: '2025-12-01', activities: { ...none, email: 1 } },
    { startsOn: '2026-03-23', activities: { ...none, call: 1 } },
    { startsOn: '2026-03-30', activities: { ...none, call: 1 } },
    { startsOn: '2026-11-16', activities: { ...none, chat: 1 } },
    { startsOn: '2026-11-23', activities: { ...none, chat: 2 } },
  ]);
});
