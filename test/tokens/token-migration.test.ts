import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { generateToken } from '../../src/tokens/token.ts';
import { startApi } from '../support/api.ts';
import { encodedHashOf } from '../support/encoded-hash.ts';
import { migrateUpTo } from '../support/migrate-up-to.ts';
import { openUnmigratedDatabase } from '../support/private-database.ts';

test('tokens stored with the encoded text of their hash stay valid, whichever argon2 wrote it', async () => {
  const database = await openUnmigratedDatabase();
  const left = await migrateUpTo(database.db, '0009_token_hashes_and_audit_order');
  const organization = '01900000-0000-7000-8000-000000000001';
  await database.db.execute(
    sql`insert into organizations (id, name, slug) values (${organization}, 'Acme', 'acme')`,
  );
  const made = Array.from({ length: 20 }, generateToken);
  for (const [n, token] of made.entries()) {
    const hash = await encodedHashOf(token, n % 2 === 0 ? 'm=64,t=1,p=1' : 'm=64,p=1,t=1');
    await database.db.execute(
      sql`insert into tokens (organization_id, id, hash) values (${organization}, gen_random_uuid(), ${hash})`,
    );
  }
  expect(await database.migrate()).toBe(left);
  const api = await startApi({ database });
  for (const token of made) expect((await api.get('/v1/health', { token })).status).toBe(200);
});
