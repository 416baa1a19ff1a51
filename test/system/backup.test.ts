import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { openPostgres } from '../../src/core/db/database.ts';
import { startApi } from '../support/api.ts';
import { atEndOfFile } from '../support/cleanup.ts';
import { emptyDatabase } from '../support/empty-database.ts';
import { contentOf, findDamage } from '../support/integrity.ts';
import { migratedDatabase } from '../support/migrated-database.ts';

const hasTools = spawnSync('pg_dump', ['--version']).status === 0;

const page = readFileSync(new URL('../../docs/administration.md', import.meta.url), 'utf8');
const [, documented = ''] = /```sh\n([^`]*pg_dump[^`]*)```/.exec(page) ?? [];

test.skipIf(!hasTools)(
  'a restored dump has the same rows and sound indexes; tokens are as at the backup, and limits still count',
  async () => {
    const original = await migratedDatabase();
    const restored = await emptyDatabase();
    atEndOfFile(restored.drop);
    const limits = { organizationPerMinute: 4, endpointPerMinute: 4 };
    const before = await startApi({ limits, database: openPostgres(original.url, { maxConnections: 2 }) });
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
    const folder = mkdtempSync(join(tmpdir(), 'clientele-backup-'));
    atEndOfFile(() => rmSync(folder, { recursive: true }));
    const env = { PATH: process.env.PATH, DATABASE_URL: original.url, RESTORED_URL: restored.url };
    execFileSync('bash', ['-ec', documented], { cwd: folder, env });

    const client = postgres(restored.url, { max: 1, onnotice: () => {} });
    atEndOfFile(() => client.end());
    expect(await contentOf((text) => client.unsafe(text))).toEqual(
      await contentOf((text) => source.unsafe(text)),
    );
    expect(await findDamage((text) => client.unsafe(text))).toEqual([]);

    await source`update tokens set revoked_at = now()`;
    const after = await startApi({ limits, database: openPostgres(restored.url, { maxConnections: 2 }) });
    expect(await after.database.isReady()).toBe(true);
    expect((await after.get(`/v1/clients/${id}`, { token })).status).toBe(200);
    expect((await after.get('/v1/users', { token })).status).toBe(200);
    expect((await after.get('/v1/users', { token })).status).toBe(429);
  },
);
