import { expect, test } from 'vitest';
import { ApiRequest } from '../../src/core/context.ts';
import { createMemoryLimiter } from '../../src/core/rate-limit/memory.ts';
import { internalOperationsOf, router } from '../../src/core/trpc.ts';
import { openTestDatabase } from '../support/api.ts';
import { secrets } from '../support/connections.ts';

test('of the calls of one request, four run at once and the others in turn', async () => {
  const { db } = await openTestDatabase();
  const limits = { organizationPerMinute: 100, endpointPerMinute: 100 };
  const caller = { tokenId: 'token', organizationId: 'organization', permissions: 'all' } as const;
  let running = 0;
  let most = 0;
  const operation = internalOperationsOf([])({
    permission: 'none',
    description: 'Runs for some turns of the loop.',
  });
  const request = new ApiRequest(
    {
      db,
      limits,
      limiter: createMemoryLimiter(limits),
      secrets,
      authenticate: () => caller,
      callerOf: () => caller,
    },
    { token: undefined, requestId: 'request' },
  );
  await request.admit(Array(20).fill('run'));
  const calls = router({
    run: operation.query(async () => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return 'done';
    }),
  }).createCaller({ request });
  expect(await Promise.all(Array.from({ length: 20 }, () => calls.run()))).toEqual(Array(20).fill('done'));
  expect(most).toBe(4);
});
