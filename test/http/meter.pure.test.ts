import { expect, test } from 'vitest';
import type { AnsweredCall } from '../../src/http/meter.ts';
import { startApi } from '../support/api.ts';

test('each answered call is metered with its transport, its operation if there is one, and its own status', async () => {
  const calls: AnsweredCall[] = [];
  const api = await startApi({ meter: { answered: (call) => calls.push(call), refused: expect.fail } });
  const { token } = await api.organization();
  await api.get('/v1/clients', { token });
  await api.get('/v1/clients');
  await api.post('/v1/clients', { token, body: {} });
  await api.call('DELETE', '/v1/clients', { token });
  await api.get('/v1/nothing', { token });
  await api.get('/%zz');
  await api.get('/trpc/clients.list,clients.get?batch=1', { token });
  await expect.poll(() => calls.length).toBe(8);
  const told = calls.map(({ transport, operation, status }) => `${transport} ${operation} ${status}`);
  expect(told).toEqual([
    'rest clients.list 200',
    'rest clients.list 401',
    'rest clients.create 400',
    'rest null 405',
    'rest null 404',
    'rest null 404',
    'trpc clients.list 200',
    'trpc clients.get 400',
  ]);
  for (const { seconds } of calls) expect(seconds).toBeGreaterThanOrEqual(0);
});
