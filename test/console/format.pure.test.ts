import { expect, onTestFinished, test, vi } from 'vitest';
import { formatAgo, formatDateTime, setTimezone, startOfDayIn } from '../../console/src/format.ts';

const day = 86_400_000;

test.each([
  [0, 'today'],
  [1, 'yesterday'],
  [59, '59 days ago'],
  [60, '2 months ago'],
  [550, '18 months ago'],
  [800, '2 years ago'],
  [1_915, '5 years ago'],
])('%i days are told as %j', (days, text) => {
  expect(formatAgo(new Date(Date.now() - days * day).toISOString())).toBe(text);
});

test('a time zone that the browser does not know is shown as UTC', () =>
  expect(formatDateTime('2026-11-12T14:30:00Z', 'Mars/Olympus')).toBe('12 Nov 2026, 14:30'));

test.each([
  // The night has already brought the next day to Berlin.
  ['Europe/Berlin', '2026-11-27T23:30:00Z', 1, '2026-11-28T23:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-27T23:30:00Z', 1, '2026-11-28T08:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-27T12:00:00Z', 7, '2026-12-03T18:15:00.000Z'],
  // The clocks are changed after midnight, and at midnight, which is not there.
  ['Pacific/Auckland', '2026-09-26T00:00:00Z', 1, '2026-09-26T12:00:00.000Z'],
  ['America/Santiago', '2026-09-05T12:00:00Z', 1, '2026-09-06T04:00:00.000Z'],
])('in %s at %s, the day in %i days begins at its own time', (timezone, now, days, start) => {
  vi.useFakeTimers({ now: new Date(now) });
  setTimezone(timezone);
  onTestFinished(() => {
    vi.useRealTimers();
    setTimezone('UTC');
  });
  expect(startOfDayIn(days)).toBe(start);
});
