import { sql } from 'drizzle-orm';
import { afterAll, expect, inject, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { TenantDb } from '../src/core/tenant.ts';
import { createLog } from '../src/log.ts';
import { createOrganization } from '../src/organization/queries.ts';
import { openRuntime } from '../src/runtime.ts';
import { createToken } from '../src/tokens/queries.ts';
import { emptyDatabase } from './support/empty-database.ts';

const { url, drop } = await emptyDatabase(inject('databaseUrl'));
const config = readConfig({ DATABASE_URL: url, REDIS_URL: process.env.TEST_REDIS_URL });
const runtime = await openRuntime(config, createLog(config, { write: () => {} }));
afterAll(async () => {
  await runtime.close();
  await drop();
});

test('while slow work has every connection for requests, tokens are looked up as ever', async () => {
  const { db } = runtime.database;
  const { id } = await createOrganization(db, { name: 'Test', slug: 'test' });
  const key = { userId: null, permissions: [], name: null, expiresAt: null };
  const { token } = await createToken(new TenantDb(db, id), key);
  const { size = 0 } = runtime.database.poolState?.() ?? {};

  let isLookedUp = false;
  const inUse = Array.from({ length: size }, () =>
    db.transaction(async (transaction) => {
      while (!isLookedUp) await transaction.execute(sql`select 1`);
    }),
  );
  await expect.poll(() => runtime.database.poolState?.().inUse).toBe(size);
  const caller = await runtime.services.authenticate(token).finally(() => (isLookedUp = true));
  await Promise.all(inUse);
  expect(size).toBeGreaterThan(1);
  expect(caller?.organizationId).toBe(id);
});
