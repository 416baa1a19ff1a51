import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { atEndOfFile } from '../support/cleanup.ts';
import { emptyDatabase } from '../support/empty-database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { isInstalled } from '../support/installed.ts';
import { contentOf, findDamage } from '../support/integrity.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { openTestPostgres } from '../support/postgres.ts';

const page = readFileSync('docs/administration.md', 'utf8');
const [, documented = ''] = /```sh\n([^`]*pg_dump[^`]*)```/.exec(page) ?? [];

test.skipIf(!isInstalled('pg_dump'))(
  'a restored dump has the same rows and sound indexes, and tokens are as at the backup',
  async () => {
    const original = await migratedDatabase();
    const restored = await emptyDatabase();
    atEndOfFile(restored.drop);
    const open = (url: string) => startApi({ database: openTestPostgres(url, 2) });
    const before = await open(original.url);
    const organization = await before.organization();
    const { token } = organization;
    const { id } = await organization.client({ domain: 'globex.example' });
    await organization.activities('globex.example', [{}, {}]);
    for (const path of ['/v1/clients', `/v1/clients/${id}`])
      expect((await before.get(path, { token })).status).toBe(200);

    const source = postgres(original.url, { max: 1, onnotice: () => {} });
    atEndOfFile(() => source.end());
    // Written shortly after the first use, and then not again for a minute.
    await expect.poll(() => source`select from tokens where last_used_at is not null`).toHaveLength(1);
    const folder = temporaryFolder();
    const env = { PATH: process.env.PATH, DATABASE_URL: original.url, RESTORED_URL: restored.url };
    execFileSync('bash', ['-ec', documented], { cwd: folder, env });

    const client = postgres(restored.url, { max: 1, onnotice: () => {} });
    atEndOfFile(() => client.end());
    expect(await contentOf((text) => client.unsafe(text))).toEqual(
      await contentOf((text) => source.unsafe(text)),
    );
    expect(await findDamage((text) => client.unsafe(text))).toEqual([]);

    await source`update tokens set revoked_at = now()`;
    const after = await open(restored.url);
    expect((await after.get(`/v1/clients/${id}`, { token })).status).toBe(200);
  },
);
