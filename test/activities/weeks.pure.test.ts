import { expect, test } from 'vitest';
import { lastWeeks } from '../../src/activities/weeks.ts';

const startsOf = (timezone: string, now: string, count = 2) => lastWeeks(count, timezone, new Date(now));

test('weeks begin on Monday at midnight in the time zone, and the last one is the current week', () => {
  expect(startsOf('Europe/Berlin', '2026-11-23T12:00:00Z')).toEqual([
    { startsOn: '2026-11-16', startsAt: '2026-11-15T23:00:00.000Z' },
    { startsOn: '2026-11-23', startsAt: '2026-11-22T23:00:00.000Z' },
  ]);
});

test.each([
  ['UTC', '2026-11-22T23:59:59.999Z', '2026-11-16'],
  ['UTC', '2026-11-23T00:00:00.000Z', '2026-11-23'],
  ['Europe/Berlin', '2026-11-22T22:59:59.999Z', '2026-11-16'],
  ['Europe/Berlin', '2026-11-22T23:00:00.000Z', '2026-11-23'],
  ['America/Los_Angeles', '2026-11-23T07:59:59.999Z', '2026-11-16'],
  ['America/Los_Angeles', '2026-11-23T08:00:00.000Z', '2026-11-23'],
  ['Pacific/Kiritimati', '2026-11-22T10:00:00.000Z', '2026-11-23'],
  ['Asia/Kathmandu', '2026-11-22T18:15:00.000Z', '2026-11-23'],
])('Sunday ends and Monday begins at midnight in %s (%s)', (timezone, now, monday) => {
  expect(startsOf(timezone, now).at(-1)?.startsOn).toBe(monday);
});

test('a week with a clock change is an hour longer or shorter', () => {
  const hours = (timezone: string, now: string) => {
    const [first, second] = startsOf(timezone, now).map(({ startsAt }) => Date.parse(startsAt));
    return ((second ?? 0) - (first ?? 0)) / 3_600_000;
  };
  expect(hours('Europe/Berlin', '2026-03-30T12:00:00Z')).toBe(167);
  expect(hours('Europe/Berlin', '2026-10-26T12:00:00Z')).toBe(169);
  expect(hours('Europe/Berlin', '2026-11-02T12:00:00Z')).toBe(168);
  expect(hours('America/New_York', '2026-03-09T12:00:00Z')).toBe(167);
  expect(hours('Australia/Lord_Howe', '2026-10-05T12:00:00Z')).toBe(167.5);
});
