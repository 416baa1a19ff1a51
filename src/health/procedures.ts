import { z } from 'zod';
import { single, toSingle } from '../core/rest/envelope.ts';
import { operation, router } from '../core/trpc.ts';

const Health = z
  .object({ status: z.literal('ok').meta({ description: 'Always `ok`.' }) })
  .meta({ id: 'Health', description: 'The result of a token check.' });

export const healthRouter = router({
  check: operation({
    method: 'GET',
    path: '/v1/health',
    permission: 'none',
    tag: 'Health',
    summary: 'Check a token',
    description: 'Returns `ok` if the token is valid. Any valid token may call it.',
  })
    .output(single(Health))
    .query(() => toSingle({ status: 'ok' as const })),
});
