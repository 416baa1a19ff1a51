import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createAuthenticator } from '../../src/tokens/authenticate.ts';
import { createToken } from '../../src/tokens/queries.ts';
import { startApi } from '../support/api.ts';
import { refuseWrites } from '../support/refuse-writes.ts';
import { generous } from '../support/rules.ts';
import { callerOf } from '../support/trpc.ts';

const api = await startApi(generous);

test.each([
  [0, 400],
  [1, 200],
  [10 * 366 * 86_400_000, 200],
  [10 * 366 * 86_400_000 + 1, 400],
])('a new token that would expire in %i ms is answered %i', async (inMs, status) => {
  const { token } = await api.organization();
  const nowMs = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(nowMs);
  const expiresAt = new Date(nowMs + inMs).toISOString();
  const answer = await callerOf(api, token).mutate('tokens.create', { expiresAt });
  clock.mockRestore();
  expect(answer.status).toBe(status);
});

test('a use that cannot be written is logged, and the token stays valid', async () => {
  const { db } = await api.organization();
  const key = await createToken(db, { userId: null, permissions: [], name: null, expiresAt: null });
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const { authenticate } = createAuthenticator(api.database, log);
  const allow = await refuseWrites(api.database, {
    on: 'tokens',
    before: 'update',
    when: `new.id = '${key.id}'`,
  });
  expect(await authenticate(key.token)).not.toBeNull();
  await expect.poll(() => lines.length).toBe(1);
  await allow();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, tokens: 1 }]);
  expect(await authenticate(key.token)).not.toBeNull();
});
