import { setImmediate } from 'node:timers/promises';
import {
  type AppRouter,
  createClient,
  isClienteleError,
  paginate,
  type RateLimitState,
} from '@clientele/client';
import { TRPCClientError } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryLink } from '../client/src/retry.ts';
import { errorKinds } from '../src/core/errors.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Sent = { status: number; headers?: Record<string, string> };
/** An answer in JSON, one of a proxy in plain text, or none. */
type Answer = (Sent & { body: unknown }) | (Sent & { text: string }) | 'lost';

/** A `fetch` that gives these answers in turn, the last one again and again. */
const answering = (...answers: [Answer, ...Answer[]]) =>
  vi.fn<typeof fetch>(async () => {
    const [answer] = answers.length > 1 ? answers.splice(0, 1) : answers;
    if (answer === undefined || answer === 'lost') throw new TypeError('fetch failed');
    const { status, headers = {} } = answer;
    return 'text' in answer
      ? new Response(answer.text, { status, headers })
      : Response.json(answer.body, { status, headers });
  });

const page = { data: [{ name: 'Globex' }], meta: { cursor: null, hasMore: false } };
const passed = (output: object = page): Answer => ({ status: 200, body: [{ result: { data: output } }] });
const passedAlone: Answer = { status: 200, body: { result: { data: page } } };

function failure(code: keyof typeof errorKinds, details?: object) {
  const httpStatus = errorKinds[code].status;
  return { code: -32_000, message: '', data: { httpStatus, error: { code, message: '', details } } };
}
const failed = (code: keyof typeof errorKinds, details?: object, headers?: Record<string, string>) => ({
  status: errorKinds[code].status,
  body: [{ error: failure(code, details) }],
  ...(headers && { headers }),
});

/** Advances the clock until the call has ended, and returns how. */
async function settled(call: Promise<unknown>): Promise<unknown> {
  let isSettled = false;
  const end = call
    .catch((error: unknown) => error)
    .finally(() => {
      isSettled = true;
    });
  // Not all timers: some of this process may repeat forever.
  while (!isSettled) await vi.advanceTimersByTimeAsync(500);
  return end;
}

const clientWith = (fetch: typeof globalThis.fetch, attempts?: number) =>
  createClient('http://service', 'token', { fetch, ...(attempts !== undefined && { attempts }) });

const list = (fetch: typeof globalThis.fetch, attempts?: number) =>
  clientWith(fetch, attempts).clients.list.query();
const create = (fetch: typeof globalThis.fetch, context = {}) =>
  clientWith(fetch).clients.create.mutate({ name: 'Globex' }, { context });

/** Asserts that the call asks a second time only once the wait is over. */
async function expectWait(fetch: ReturnType<typeof answering>, call: Promise<unknown>, waitMs: number) {
  await vi.advanceTimersByTimeAsync(waitMs - 1);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(await settled(call)).toEqual(page);
  expect(fetch).toHaveBeenCalledTimes(2);
}

type Call = (fetch: typeof globalThis.fetch) => Promise<unknown>;

/** An answer of a proxy, with what it says of the wait. */
const proxied = (
  status: number,
  retryAfter: string,
  content: { text: string } | { body: string } = { text: '' },
): Answer => ({ status, ...content, headers: { 'Retry-After': retryAfter } });
const html = { text: '<html>Too many requests</html>' };
const keyed = (fetch: typeof globalThis.fetch) => create(fetch, { idempotencyKey: 'key' });

test.each<[what: string, answer: Answer, call: Call, waitMs: number]>([
  ['a limit', failed('rate_limited', { retry_after_seconds: 7, policy: 'endpoint' }), list, 7_000],
  ['an overload', failed('unavailable', undefined, { 'Retry-After': '60' }), list, 60_000],
  ['a proxy with JSON', proxied(503, '3', { body: 'Bad gateway' }), list, 3_000],
  ['a proxy with HTML', proxied(429, '3', html), list, 3_000],
  ['a proxy with nothing, of a creation with a key', proxied(503, '3'), keyed, 3_000],
  ['a proxy with HTML, of a creation', proxied(429, '3', html), create, 3_000],
  ['a proxy with no number of seconds', proxied(503, 'Wed, 21 Oct 2026 07:28:00 GMT'), list, 500],
])('a call waits as long as it is asked to by %s, and then passes', async (_what, answer, call, waitMs) => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const fetch = answering(answer, call === keyed ? passedAlone : passed());
  await expectWait(fetch, call(fetch), waitMs);
});

test.each<[what: string, answer: Answer, call: Call]>([
  ['a wait of more than a minute', failed('unavailable', undefined, { 'Retry-After': '61' }), list],
  ['a proxy with a wait of more than a minute', proxied(429, '61', html), list],
  ['a proxy that found nothing', proxied(404, '3', html), list],
  ['a proxy with an overload, of a creation', proxied(503, '3', html), create],
])('a call is not tried again after %s', async (_what, answer, call) => {
  const fetch = answering(answer);
  const error = await settled(call(fetch));
  expect([fetch.mock.calls.length, isClienteleError(error)]).toEqual([1, true]);
  if (answer !== 'lost' && 'text' in answer)
    expect(String(error)).toMatch(/The response with status \d{3} is not JSON\.$/);
});

test('without a requested wait, each wait doubles, and up to half of it is random', async () => {
  for (const [random, first] of new Map([
    [0, 500],
    [0.5, 750],
  ])) {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const fetch = answering('lost');
    const end = list(fetch).catch(isClienteleError);
    await vi.advanceTimersByTimeAsync(1);
    for (const at of [0, 1, 2]) {
      await vi.advanceTimersByTimeAsync(first * 2 ** at - 50);
      expect(fetch).toHaveBeenCalledTimes(at + 1);
      // A batch leaves a tick after its first call.
      await vi.advanceTimersByTimeAsync(60);
      expect(fetch).toHaveBeenCalledTimes(at + 2);
    }
    expect(await end).toBe(true);
  }
});

test('429 is the only 4xx that is retried, up to four times or as often as configured', async () => {
  for (const [code, { status }] of Object.entries(errorKinds))
    for (const attempts of [undefined, 2, 1]) {
      const fetch = answering(failed(code as keyof typeof errorKinds, { retry_after_seconds: 1 }));
      await settled(list(fetch, attempts));
      const isRetried = status === 429 || status >= 500;
      expect([code, fetch.mock.calls.length]).toEqual([code, isRetried ? (attempts ?? 4) : 1]);
    }
});

test('a mutation is retried after a lost response or a 5xx only if that cannot apply it twice', async () => {
  for (const lost of ['lost', failed('unavailable'), failed('internal')] as const) {
    const plain = answering(lost);
    await settled(create(plain));
    expect(plain).toHaveBeenCalledTimes(1);
    for (const [context, header] of [
      [{ idempotencyKey: 'key' }, { 'Idempotency-Key': 'key' }],
      [{ ifMatch: '"version"' }, { 'If-Match': '"version"' }],
    ] as const) {
      const answer = lost === 'lost' ? lost : { ...lost, body: { error: failure('internal') } };
      const safe = answering(answer, passedAlone);
      await settled(create(safe, context));
      expect(safe).toHaveBeenCalledTimes(2);
      const [first, second] = safe.mock.calls.map(([, init]) => init);
      expect(second?.headers).toEqual(first?.headers);
      expect(first?.headers).toMatchObject(header);
    }
  }
});

test('an aborted call does not wait', async () => {
  const abort = new AbortController();
  const fetch = answering(failed('rate_limited', { retry_after_seconds: 60 }), 'lost');
  const onRetry = vi.fn();
  const api = createClient('http://service', 'token', { fetch, onRetry });
  const end = api.clients.list.query({}, { signal: abort.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(0);
  // The body of the answer is read in real time.
  while (onRetry.mock.calls.length === 0) await setImmediate();
  abort.abort();
  await vi.advanceTimersByTimeAsync(100);
  expect(isClienteleError(await end)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('an abort starts no further attempt once the wait is over or the caller has unsubscribed', async () => {
  const lost = observable<never, TRPCClientError<AppRouter>>((observer) =>
    observer.error(TRPCClientError.from(new TypeError('fetch failed'))),
  );
  const pending = observable<never, TRPCClientError<AppRouter>>(() => {});
  for (const attempts of [1, 2]) {
    const abort = new AbortController();
    const { signal } = abort;
    const next = vi.fn().mockReturnValueOnce(lost).mockReturnValue(pending);
    const op = { id: 1, type: 'query', input: {}, path: 'clients.list', context: {}, signal } as const;
    const call = retryLink({ attempts: 4 })({})({ op, next }).subscribe({});
    if (attempts === 1) call.unsubscribe();
    else await vi.advanceTimersByTimeAsync(1_000);
    abort.abort();
    expect(next).toHaveBeenCalledTimes(attempts);
    expect(vi.getTimerCount()).toBe(0);
  }
});

test.each(['http://service', 'http://service/', 'http://service/v1', 'http://service/v1/'])(
  'the service may be given as %s',
  async (url) => {
    const fetch = answering(passed());
    await settled(createClient(url, 'token', { fetch }).clients.list.query());
    expect(String(fetch.mock.calls[0]?.[0])).toMatch(/^http:\/\/service\/trpc\//);
  },
);

test('an error of the token function ends the call at once, and is its cause', async () => {
  const expired = new Error('The sign-in has expired.');
  const token = vi.fn(() => Promise.reject(expired));
  const fetch = answering(passed());
  const api = createClient('http://service', token, { fetch });
  const context = { idempotencyKey: 'key' };
  for (const call of [api.clients.list.query, () => api.clients.create.mutate({ name: 'A' }, { context })])
    expect(await settled(call())).toMatchObject({ message: expired.message, cause: expired });
  expect(token).toHaveBeenCalledTimes(2);
  expect(fetch).not.toHaveBeenCalled();
});

test('the remaining limits are reported after each response that has them', async () => {
  const told: RateLimitState[] = [];
  const limits = {
    'RateLimit-Policy': '"organization";q=100;w=60, "endpoint";q=50;w=60',
    RateLimit: '"organization";r=41;t=60, "endpoint";r=0;t=7',
  };
  const fetch = answering({ status: 200, body: [{ result: { data: page } }], headers: limits }, passed());
  const api = createClient('http://service', 'token', { fetch, onRateLimit: (state) => told.push(state) });
  await settled(api.clients.list.query());
  await settled(api.clients.list.query());
  const organization = { limit: 100, remaining: 41, resetSeconds: 60 };
  expect(told).toEqual([{ organization, endpoint: { limit: 50, remaining: 0, resetSeconds: 7 } }]);
});

test('a list is fetched page by page, no further than it is read', async () => {
  const first = { data: [{ name: 'Globex' }, { name: 'Hooli' }], meta: { cursor: 'next', hasMore: true } };
  const fetch = answering(passed(first), passed());
  const api = clientWith(fetch);
  const items = paginate(api.activities.list.query, { clientId: 'id', type: 'call' });
  await settled(items.next());
  await settled(items.next());
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(await settled(items.next())).toMatchObject({ value: { name: 'Globex' } });
  expect(await settled(items.next())).toEqual({ done: true, value: undefined });
  const inputs = fetch.mock.calls.map(([url]) => new URL(String(url)).searchParams.get('input') ?? '');
  const input = { limit: 100, clientId: 'id', type: 'call' };
  expect(inputs.map((text) => JSON.parse(text)[0])).toEqual([input, { ...input, cursor: 'next' }]);
});

test('errors are distinguished by their code, and from errors of other sources', async () => {
  const error = await settled(list(answering(failed('not_found'))));
  expect(isClienteleError(error)).toBe(true);
  expect(isClienteleError(error, 'not_found')).toBe(true);
  expect(isClienteleError(error, 'forbidden')).toBe(false);
  const lost = await settled(list(answering('lost'), 1));
  expect(isClienteleError(lost)).toBe(true);
  expect(isClienteleError(lost, 'unavailable')).toBe(false);
  const foreign = TRPCClientError.from({
    error: { code: -32_004, message: '', data: { code: 'NOT_FOUND' } },
  });
  expect([isClienteleError(foreign), isClienteleError(new Error())]).toEqual([false, false]);
});

test('onRetry is called for each wait before the next attempt, and not for the last failure', async () => {
  const fetch = answering(failed('rate_limited', { retry_after_seconds: 7 }), failed('not_found'));
  const onRetry = vi.fn();
  const api = createClient('http://clientele.example', 'token', { fetch, onRetry });
  expect(isClienteleError(await settled(api.clients.list.query()), 'not_found')).toBe(true);
  expect(onRetry.mock.calls).toMatchObject([[{ operation: 'clients.list', delayMs: 7_000 }]]);
  expect(isClienteleError(onRetry.mock.calls[0]?.[0].error, 'rate_limited')).toBe(true);
});

test('a call with the context alone holds back no other call of its tick, and the rest are one batch', async () => {
  const answered: string[] = [];
  const sent: string[] = [];
  let release = () => {};
  const others = new Promise<void>((resolve) => {
    release = resolve;
  });
  const api = clientWith(async (url) => {
    const { pathname } = new URL(String(url));
    sent.push(pathname);
    if (pathname === '/trpc/clients.list') await others;
    const result = { result: { data: page } };
    return Response.json(pathname.includes(',') ? [result, result] : result);
  });
  const slow = api.clients.list.query({}, { context: { alone: true } }).then(() => answered.push('slow'));
  const fast = Promise.all([api.users.list.query(), api.health.check.query()]);
  await settled(fast.then(() => answered.push('fast')));
  release();
  await slow;
  expect(answered).toEqual(['fast', 'slow']);
  expect(sent.toSorted()).toEqual(['/trpc/clients.list', '/trpc/users.list,health.check']);
});
