import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { createOrganization } from '../../src/organization/queries.ts';
import { emptyDatabase } from '../support/empty-database.ts';
import { openTestPostgres } from '../support/postgres.ts';
import { start } from '../support/process.ts';

const { url, drop } = await emptyDatabase();
const directory = mkdtempSync(join(tmpdir(), 'clientele-import-'));
const database = openTestPostgres(url, 2);
await database.migrate();
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await database.close();
  await drop();
});

test('an import that is killed keeps what it has reported, and running it again completes it', async () => {
  await createOrganization(database.db, { name: 'Acme', slug: 'acme' });
  const total = 20_000;
  const file = join(directory, 'activities.jsonl');
  const line = (number: number) =>
    JSON.stringify({
      id: `a-${number}`,
      type: 'note',
      content: 'x'.repeat(200),
      occurredAt: '2026-11-02T10:00:00Z',
    });
  writeFileSync(file, Array.from({ length: total }, (_, number) => `${line(number)}\n`).join(''));

  const words = ['import', '--org', 'acme', file, '--json'];
  const first = start('cli', { DATABASE_URL: url }, words);
  await expect.poll(() => first.stderr, { interval: 5 }).toMatch(/[1-9]\d* imported/);
  first.process.kill('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');
  const reported = Number([...first.stderr.matchAll(/(\d+) imported/g)].at(-1)?.[1]);
  const kept = await database.db.$count(activities);
  expect(kept).toBeGreaterThanOrEqual(reported);
  expect(kept).toBeLessThan(total);

  const second = start('cli', { DATABASE_URL: url }, words);
  expect(await second.ended).toBe(0);
  const counts = JSON.parse(second.stdout);
  expect(counts).toMatchObject({ read: total, failed: 0 });
  expect(counts.imported + counts.duplicates).toBe(total);
  expect(await database.db.$count(activities)).toBe(total);
});
