import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openPostgres } from '../../src/core/db/database.ts';
import { startApi } from '../support/api.ts';
import { migratedDatabase } from '../support/migrated-database.ts';

test('a write answered 503 is not applied afterwards', async () => {
  // Its own, since its tables are locked for longer than the statements of other tests may take.
  const { url } = await migratedDatabase();
  const api = await startApi({ database: openPostgres(url, { statementTimeoutMs: 100 }) });
  const { token } = await api.organization();
  const other = openPostgres(url, { poolSize: 1, statementTimeoutMs: 60_000 });
  const answer = await other.db.transaction(async (transaction) => {
    await transaction.execute(sql`lock table clients in share mode`);
    return api.post('/v1/clients', { token, body: { name: 'Late' } });
  });
  await other.close();
  expect([answer.status, answer.body.error?.code]).toEqual([503, 'unavailable']);
  await expect.poll(async () => (await api.get('/v1/clients', { token })).body.data).toEqual([]);
});
