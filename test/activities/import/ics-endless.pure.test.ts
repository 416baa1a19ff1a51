import { expect, onTestFinished, test, vi } from 'vitest';
import { readCalendar } from '../../../src/activities/import/ics.ts';
import { calendar, event, now, start } from './files.ts';

function stopClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Reads a calendar on a clock that only the test moves. */
function readOnClock(...events: string[]) {
  stopClock();
  const { results } = readCalendar(Buffer.from(calendar(...events)), now) ?? expect.fail();
  /** The next result. */
  const next = async () => {
    const result = (await results.next()).value?.result;
    return result?.ok ? result.activity.sourceId : result?.reason;
  };
  /** The next result, while time passes until there is one. */
  const nextAfterTime = async () => {
    let isThere = false;
    const result = next().finally(() => (isThere = true));
    while (!isThere) await vi.advanceTimersByTimeAsync(500);
    return result;
  };
  return { next, nextAfterTime };
}

/** Has no date at all, so the library looks for one for ever. */
const endless = (uid: string) => event(`UID:${uid}`, start, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30');

test('an event whose rule matches no date is given up with its reason, and the others are read', async () => {
  const events = [event('UID:a', start), endless('x'), event('UID:b', start)];
  const { next, nextAfterTime } = readOnClock(...events);
  expect(await next()).toBe('a');
  expect(await nextAfterTime()).toBe('cannot be read: took longer than 5 s');
  expect([await next(), await next()]).toEqual(['b', undefined]);
});

test('events whose rules match no date do not use up more than a file may take, and what is left out is told', async () => {
  const { next, nextAfterTime } = readOnClock(
    ...Array.from({ length: 26 }, (_, index) => endless(`x${index}`)),
  );
  for (let spentMs = 0; spentMs < 120_000; spentMs += 5_000)
    expect(await nextAfterTime()).toBe('cannot be read: took longer than 5 s');
  expect([await next(), await next()]).toEqual([
    'and all later events were skipped: the file takes longer than 120 s to read',
    undefined,
  ]);
});

test('the time in which the calendars of others hold the threads is no time of a file', async () => {
  stopClock();
  const read = (organizationId: string, ...events: string[]) =>
    readCalendar(Buffer.from(calendar(...events)), now, organizationId)?.results;
  const others = ['a', 'b'].map((organizationId) => read(organizationId, endless('x'))?.next());
  await vi.waitUntil(() => vi.getTimerCount() === others.length);
  const own = read('c', event('UID:a', start), event('UID:b', start));
  const first = own?.next();
  vi.advanceTimersByTime(120_000);
  await Promise.all(others);
  for (const result of [await first, await own?.next()])
    expect(result?.value).toMatchObject({ result: { ok: true } });
});
