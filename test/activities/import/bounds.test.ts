import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ImportItem, readActivities } from '../../../src/activities/import/read.ts';

const directory = mkdtempSync(join(tmpdir(), 'clientele-bounds-'));
afterAll(() => rmSync(directory, { recursive: true }));

async function readOne(name: string, content: string): Promise<ImportItem> {
  const path = join(directory, name);
  writeFileSync(path, content);
  for await (const item of readActivities(path, undefined, new Date(0))) return item;
  throw new Error('Nothing was read.');
}

const addresses = Array.from({ length: 150 }, (_, index) => `p${index}@globex.example`);

test('what lists return whole is bounded: of a mail, 998 characters of the subject and 100 participants are kept', async () => {
  const headers = [
    `Subject: ${'s'.repeat(5_000)}`,
    `To: ${addresses.join(',\r\n ')}`,
    'Date: Mon, 2 Nov 2026 10:00:00 +0000',
  ];
  const item = await readOne('long.eml', `${headers.join('\r\n')}\r\n\r\nHello`);
  if (!item.ok) throw new Error(item.reason);
  expect(item.activity.subject).toBe('s'.repeat(998));
  expect(item.activity.participants).toEqual(addresses.slice(0, 100));
});

test('a cut subject ends with a whole character', async () => {
  const item = await readOne(
    'emoji.eml',
    `Subject: ${'s'.repeat(997)}😀\nDate: Mon, 2 Nov 2026 10:00:00 +0000\n\nHello`,
  );
  if (!item.ok) throw new Error(item.reason);
  expect(item.activity.subject).toBe('s'.repeat(997));
});

test.each([
  ['subject', { subject: 's'.repeat(999) }],
  ['participants', { participants: addresses }],
  ['participants', { participants: ['p'.repeat(321)] }],
])('a line with more than that is refused and told why: %s', async (field, more) => {
  const line = { type: 'note', occurredAt: '2026-11-02T10:00:00Z', ...more };
  const item = await readOne('long.jsonl', JSON.stringify(line));
  expect(item).toMatchObject({ ok: false, reason: expect.stringContaining(`${field} must be`) });
});
