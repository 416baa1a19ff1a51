import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { createLog } from '../../src/log.ts';
import { organizations } from '../../src/organization/table.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { secrets } from '../support/connections.ts';
import { executeHere } from '../support/execute.ts';
import { temporaryFolder } from '../support/folder.ts';

const { database, organization } = await startApi();
const { db } = database;
const now = new Date('2026-11-21T00:00:00Z');
const services = {
  database,
  applied: 0,
  engine: builtInEngine,
  log: createLog({ logLevel: 'silent' }),
  secrets,
  now: () => now,
};
const directory = temporaryFolder();

/** A file of so many notes; the hundredth line of every thousand is none. */
function notes(count: number): string {
  const path = join(directory, `${count}.jsonl`);
  const lines = Array.from({ length: count }, (_, index) =>
    index % 1_000 === 99 ? '{}' : JSON.stringify({ id: `${index}`, type: 'note', occurredAt: now }),
  );
  writeFileSync(path, lines.join('\n'));
  return path;
}

/** Imports a file; `show` is called with the progress after each batch. */
const importInto = ({ slug }: TestOrganization, file: string, show = (_text: string) => {}) =>
  executeHere(
    services,
    'import',
    { org: slug, integration: 'crm', files: [file], withErased: false },
    { show },
  );

const recordedIn = ({ id }: TestOrganization) => db.$count(activities, eq(activities.organizationId, id));

test('every batch of a long import is counted and recorded, in file order', async () => {
  const own = await organization();
  const file = notes(450);
  const counts = {
    ...{ read: 450, imported: 449, duplicates: 0, unassigned: 449, failed: 1 },
    unassignedDomains: [],
  };
  const told: string[] = [];
  const tell = (text: string) => told.push(text);
  expect(await importInto(own, file, tell)).toEqual(counts);
  const again = { ...counts, imported: 0, duplicates: 449, unassigned: 0 };
  expect(await importInto(own, file, tell)).toEqual(again);
  expect(told).toEqual([
    ...['400 read, 199 imported, 0 duplicates', '450 read, 399 imported, 0 duplicates'],
    ...['400 read, 0 imported, 199 duplicates', '450 read, 0 imported, 399 duplicates'],
  ]);
  const rows = await db
    .select({ sourceId: activities.sourceId })
    .from(activities)
    .where(eq(activities.organizationId, own.id))
    .orderBy(activities.id);
  const batches = rows.map(({ sourceId }) => Math.floor(Number(sourceId) / 200));
  expect(rows).toHaveLength(449);
  expect(batches).toEqual(batches.toSorted((a, b) => a - b));
});

test('an error while recording a batch ends the import with its reason', async () => {
  const own = await organization();
  let renamed: Promise<unknown> | undefined;
  const rename = () => {
    renamed ??= db
      .update(organizations)
      .set({ slug: `${own.slug}-2` })
      .where(eq(organizations.organizationId, own.id))
      .execute();
  };
  await expect(importInto(own, notes(2_000), rename)).rejects.toThrow('there is no organization');
  await renamed;
});

test('an aborted import leaves no batch half recorded or still running', async () => {
  const own = await organization();
  const breakOff = () => {
    throw new Error('The terminal is gone.');
  };
  const clean = join(directory, 'clean.jsonl');
  const line = (index: number) => JSON.stringify({ id: `${index}`, type: 'note', occurredAt: now });
  writeFileSync(clean, Array.from({ length: 500 }, (_, index) => line(index)).join('\n'));
  await expect(importInto(own, clean, breakOff)).rejects.toThrow('The terminal is gone.');
  // It is told once the first batch is recorded, with the second under way.
  expect(await recordedIn(own)).toBe(400);
});
