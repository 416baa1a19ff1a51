import { expect, test } from 'vitest';
import { ApiRequest } from '../../src/core/context.ts';
import { createMemoryLimiter } from '../../src/core/rate-limit/memory.ts';
import { internalOperation, router } from '../../src/core/trpc.ts';
import { openTestDatabase } from '../support/api.ts';
import { secrets } from '../support/connections.ts';

const { db } = await openTestDatabase();
const limits = { organizationPerMinute: 100, endpointPerMinute: 100 };
const caller = { tokenId: 'token', organizationId: 'organization', permissions: 'all' } as const;
const services = {
  ...{ db, limits, limiter: createMemoryLimiter(limits), secrets },
  ...{ authenticate: () => caller, callerOf: () => caller },
};
const operation = internalOperation({ permission: 'none', description: 'Does what a test says.' });

/** Calls an operation several times in one request. */
async function call(times: number, work: () => Promise<string>, databaseTimeoutMs = 60_000) {
  const request = new ApiRequest(
    { ...services, databaseTimeoutMs },
    { token: undefined, requestId: 'request' },
  );
  await request.admit(Array(times).fill('run'));
  const calls = router({ run: operation.query(work) }).createCaller({ request });
  return Promise.all(Array.from({ length: times }, () => calls.run()));
}

test('of the calls of one request, four run at once and the others in turn', async () => {
  let running = 0;
  let most = 0;
  const results = await call(20, async () => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return 'done';
  });
  expect(results).toEqual(Array(20).fill('done'));
  expect(most).toBe(4);
});

test('a call that the database never answers ends with 503', async () => {
  const ended = call(1, () => new Promise(() => {}), 1);
  await expect(ended).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});
