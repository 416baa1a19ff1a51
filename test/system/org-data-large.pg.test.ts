import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { createClient } from '../../src/clients/queries.ts';
import { clients } from '../../src/clients/table.ts';
import { auditEntries } from '../../src/core/db/audit/table.ts';
import { newId } from '../../src/core/db/id.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { sqlStateOf } from '../../src/core/errors.ts';
import { createOrganization } from '../../src/organization/queries.ts';
import { organizations } from '../../src/organization/table.ts';
import { createToken } from '../../src/tokens/queries.ts';
import { temporaryFolder } from '../support/folder.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { start } from '../support/process.ts';

const { url, db } = await migratedDatabase();
const directory = temporaryFolder();
const file = join(directory, 'acme.jsonl');

const rows = 12_000;
const contentBytes = 8_192;
const made = await createOrganization(db, { name: 'Acme', slug: 'acme' });
await createToken(new TenantDb(db, made.id), { userId: null, permissions: [], name: null, expiresAt: null });
await db.execute(sql`
  insert into activities (organization_id, id, type, source, source_id, subject, content, occurred_at, participants, immutable)
  select ${made.id}, gen_random_uuid(), 'note', 'import', n, 'Subject', repeat('content ', ${contentBytes / 8}::int), now(), '{}', true
  from generate_series(1, ${rows}::int) n`);

/** Less memory than the export has bytes. */
const smallHeap = { DATABASE_URL: url, NODE_OPTIONS: '--max-old-space-size=80' };
const cli = (...words: string[]) => start('cli', smallHeap, ['org', ...words]);
test('an export needs little memory', async () => {
  const exporting = cli('export', '--org', 'acme', file);
  expect([await exporting.ended, exporting.stderr]).toEqual([0, expect.not.stringContaining('heap')]);
  expect(statSync(file).size).toBeGreaterThan(rows * contentBytes);
});

test('a deletion and an import need little memory, and lose no row', async () => {
  expect(await cli('delete', '--org', 'acme', '--yes').ended).toBe(0);
  expect([await db.$count(organizations), await db.$count(activities)]).toEqual([0, 0]);
  expect(await cli('import', file).ended).toBe(0);
  const { state, updatedAt } = made;
  expect(await db.select().from(organizations)).toMatchObject([
    { organizationId: made.id, state, updatedAt },
  ]);
  expect(await db.$count(activities)).toBe(rows);
});

test('rows that requests write during a deletion are deleted, too, with their audit entries', async () => {
  const tenant = new TenantDb(db, made.id);
  let written = 0;
  const writing = (async () => {
    for (;;) {
      const author = { actor: { tokenId: newId() }, operation: 'clients.create', requestId: newId() };
      await createClient(tenant.writtenBy(author), { name: 'Late', domain: null });
      written++;
    }
  })().catch(sqlStateOf);
  await expect.poll(() => written).toBeGreaterThan(0);
  expect(await cli('delete', '--org', 'acme', '--yes').ended).toBe(0);
  const foreignKeyViolation = '23503';
  expect(await writing).toBe(foreignKeyViolation);
  const left = [clients, auditEntries, organizations].map((table) => db.$count(table));
  expect(await Promise.all(left)).toEqual([0, 0, 0]);
});
