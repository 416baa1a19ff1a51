import { describe, expect, test } from 'vitest';
import { maxOccurrences, windowMs } from '../../src/activities/import/ics-bounds.ts';
import { Contents } from '../../src/connections/calendar/cancelled.ts';

const nowMs = Date.UTC(2026, 10, 20);
const dayMs = 86_400_000;

const isCancelled = (contents: Contents, occurredMs: number, uid = 'uid') =>
  contents.hasCancelled(
    {
      sourceId: 'recorded',
      uid,
      occurredAt: new Date(occurredMs).toISOString(),
      fingerprint: '',
      takesPlace: true,
      leads: true,
      awaitsLead: false,
    },
    nowMs,
  );

describe('a meeting whose event is gone', () => {
  const gone = () => new Contents(new Set(['another']));

  test.each(['uid', ''])('was cancelled if it had not begun, and took place otherwise (UID "%s")', (uid) => {
    expect(isCancelled(gone(), nowMs + 1, uid)).toBe(true);
    expect(isCancelled(gone(), nowMs, uid)).toBe(false);
    expect(isCancelled(gone(), nowMs - dayMs, uid)).toBe(false);
  });
});

describe('a meeting whose event is there', () => {
  const present = (uid = 'uid') => new Contents(new Set([uid]));

  test('takes place if the event gives it', () => {
    const contents = present();
    contents.addMeeting('uid', 'recorded', nowMs + 1);
    expect(isCancelled(contents, nowMs + 1)).toBe(false);
  });

  test('takes place if the event cannot be read', () => {
    const contents = present();
    contents.addFailure('uid');
    expect(isCancelled(contents, nowMs + 1)).toBe(false);
    expect(isCancelled(contents, nowMs - 1)).toBe(false);
  });

  test('was cancelled if the event does not give it, unless events of its time are not read', () => {
    const readFromMs = nowMs - windowMs + dayMs;
    expect(isCancelled(present(), nowMs - 1)).toBe(true);
    expect(isCancelled(present(), readFromMs + 1)).toBe(true);
    expect(isCancelled(present(), readFromMs)).toBe(false);
    expect(isCancelled(present(), nowMs - 1, '')).toBe(false);
  });

  test.each([
    [maxOccurrences - 1, true],
    [maxOccurrences, false],
  ])('of a series of %i meetings, those before the first were cancelled: %s', (meetings, expected) => {
    const contents = present();
    const earliestMs = nowMs - 10 * dayMs;
    // In no order of time.
    contents.addMeeting('uid', 'second', earliestMs + 2);
    for (let count = 1; count < meetings; count++) contents.addMeeting('uid', `${count}`, earliestMs);
    expect(isCancelled(contents, earliestMs - 1)).toBe(expected);
    expect(isCancelled(contents, earliestMs)).toBe(expected);
    expect(isCancelled(contents, earliestMs + 1)).toBe(true);
  });
});
