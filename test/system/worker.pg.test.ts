import { isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insightJobs } from '../../src/insights/table.ts';
import { makeDueClients } from '../support/due-clients.ts';
import { startHttpServer } from '../support/http-server.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { start } from '../support/process.ts';

test('without PostgreSQL the worker stops at once with one line that says what to set', async () => {
  const worker = start('worker', {});
  expect(await worker.ended).toBe(1);
  expect(worker.stderr).toMatch(/^DATABASE_URL [^\n]+\n$/);
});

test('a worker that is told to stop in the middle of its work ends with 0 and gives back what it has leased', async () => {
  const { url, db } = await migratedDatabase();
  await makeDueClients(db, 'test', 3, 1);
  // A model that never answers keeps the worker at work for as long as it likes.
  const model = await startHttpServer(() => {});
  const worker = start('worker', {
    DATABASE_URL: url,
    INSIGHTS_LLM_URL: `${model.url}/v1`,
    INSIGHTS_LLM_MODEL: 'slow',
  });
  await expect.poll(() => model.requests.length).toBeGreaterThan(0);
  const leased = () => db.$count(insightJobs, isNotNull(insightJobs.lease));
  expect(await leased()).toBeGreaterThan(0);
  worker.process.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
  expect(await leased()).toBe(0);
});
