import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchFeed, type Validators } from '../../src/connections/calendar/feed.ts';
import { ConnectionFault } from '../../src/connections/fault.ts';
import { startHttpServer } from '../support/http-server.ts';
import { calendar, secretPath } from './calendars.ts';

/** Fetches a calendar from a server that answers this. */
async function fetchFrom(answer: (response: ServerResponse) => void, known?: Validators) {
  const server = await startHttpServer((_, response) => answer(response));
  const url = new URL(`${server.url}${secretPath}`);
  const feed = await fetchFeed(url, known, true, new AbortController().signal);
  return { feed, asked: server.requests[0]?.headers };
}

test('a file that is as before is not given again, by the answer of the server or by its hash', async () => {
  const validators = { etag: '"1"', 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' };
  const { feed, asked } = await fetchFrom((response) => response.writeHead(200, validators).end(calendar()));
  expect(feed).toMatchObject({ etag: '"1"', lastModified: validators['last-modified'] });
  expect(feed.file?.toString()).toBe(calendar());
  expect([asked?.['if-none-match'], asked?.['if-modified-since']]).toEqual([undefined, undefined]);
  const unchanged = await fetchFrom((response) => response.writeHead(304).end(), feed);
  expect(unchanged.feed).toEqual({ ...feed, file: undefined });
  expect(unchanged.asked).toMatchObject({
    'if-none-match': '"1"',
    'if-modified-since': validators['last-modified'],
  });
  const same = await fetchFrom((response) => response.end(calendar()), feed);
  expect(same.feed).toEqual({ ...feed, etag: null, lastModified: null, file: undefined });
});

test.each([
  ['', '', 300],
  ['REFRESH-INTERVAL;VALUE=DURATION:PT1M', '', 300],
  ['REFRESH-INTERVAL;VALUE=DURATION:PT5M1S', '', 301],
  ['X-PUBLISHED-TTL:PT12H', '', 43_200],
  ['x-published-ttl:p1d', '', 86_400],
  ['X-PUBLISHED-TTL:P1W', '', 86_400],
  ['X-PUBLISHED-TTL:12 hours', '', 300],
  ['', 'private, max-age=3600', 3_600],
  ['', 's-maxage=3600', 300],
  ['X-PUBLISHED-TTL:PT1H', 'max-age=7200', 7_200],
])('a calendar with %j and "cache-control: %s" is due again after %i s', async (line, control, seconds) => {
  const { feed } = await fetchFrom((response) =>
    response.writeHead(200, { 'cache-control': control }).end(calendar(line)),
  );
  expect(feed.intervalSeconds).toBe(seconds);
});

test.each<[string, number, string, RegExp]>([
  ['a URL that was withdrawn', 404, 'gone', /has no calendar at the URL \(status 404\); copy its URL again/],
  ['a URL without access', 401, 'no', /denies access to the calendar \(status 401\)/],
  ['a login page', 200, '<html>swordfish</html>', /sends no calendar at the URL/],
  ['half a calendar', 200, calendar().slice(0, 30), /sent a truncated calendar/],
  ['too many lines', 200, calendar('\n'.repeat(1_000_001)), /has more than 1,000,000 lines/],
  ['a broken server', 500, 'swordfish', /answered with status 500 instead of the calendar/],
  ['an unasked 304', 304, '', /answered with status 304 instead of the calendar/],
])('%s is a fault that says what to do, and shows nothing secret', async (_, status, text, message) => {
  const fetching = fetchFrom((response) => response.writeHead(status).end(text));
  const error: unknown = await fetching.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConnectionFault);
  expect(String(error)).toMatch(message);
  expect(String(error)).toMatch(/^Error: 127\.0\.0\.1:\d+ /);
  expect(String(error)).not.toContain('swordfish');
});

test.each([
  [401, '7', 15 * 60_000],
  [429, '7', 7_000],
  [503, '0', undefined],
  [503, 'soon', undefined],
  [503, 'Fri, 27 Nov 2026 12:01:00 GMT', 60_000],
  [503, 'Fri, 27 Nov 2026 11:59:00 GMT', undefined],
])(
  'after status %i with "retry-after: %s" the next attempt waits at least %s ms',
  async (status, after, ms) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T12:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const fetching = fetchFrom((response) => response.writeHead(status, { 'retry-after': after }).end());
    await expect(fetching).rejects.toMatchObject({ retryAfterMs: ms });
  },
);
