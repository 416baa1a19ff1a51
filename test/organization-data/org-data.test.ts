import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '../../src/core/db/id.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { nilUuid } from '../../src/core/rest/fields.ts';
import { neverAborted } from '../../src/core/timeouts.ts';
import { insightJobs } from '../../src/insights/table.ts';
import { beginDeletion, deleteOrganization } from '../../src/organization-data/delete.ts';
import { exportOrganization } from '../../src/organization-data/export.ts';
import {
  beginImport,
  beginRollback,
  endImport,
  ImportReplaced,
  importRows,
} from '../../src/organization-data/import.ts';
import type { Organization } from '../../src/organization-data/rows.ts';
import { dataTables, isExported } from '../../src/organization-data/tables.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { fullOrganization } from '../support/full-organization.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi({ limits: { organizationPerMinute: 10_000, endpointPerMinute: 10_000 } });
const { directory, cli, json } = await openCli(api);

const exported = await fullOrganization(api);
await json('insights', 'run', '--org', exported.slug);
const file = join(directory, 'export.jsonl');
const counts = await countRows(exported.id);
const exportResult = await json('org', 'export', '--org', exported.slug, file);
// The entry of the export itself.
counts.audit_entries = (counts.audit_entries ?? 0) + 1;
const lines = linesOf(file);
const rowsOf = (table: string) =>
  lines.map((line) => JSON.parse(line)).filter((line) => line.table === table);

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}

/** The number of rows of an organization in each table of the database. */
async function countRows(organizationId: string): Promise<Record<string, number>> {
  const { db } = api.database;
  const isTenant = sql`table_schema = 'public' and column_name = 'organization_id'`;
  const columns = { name: sql<string>`table_name` };
  const tables = await db.select(columns).from(sql`information_schema.columns`).where(isTenant);
  const counts: Record<string, number> = {};
  for (const { name } of tables)
    counts[name] = await db.$count(sql.identifier(name), sql`organization_id = ${organizationId}`);
  return counts;
}

/** Everything that the API and the command line say about an organization. */
async function describe({ slug, token }: Pick<TestOrganization, 'slug' | 'token'>): Promise<string[]> {
  const paths = ['/v1/organization', '/v1/users?limit=100', '/v1/clients?limit=100'];
  const { body } = await api.get('/v1/clients?limit=100', { token });
  for (const { id } of body.data) {
    const { body: page } = await api.get(`/v1/clients/${id}/activities?limit=1`, { token });
    const more = page.data.map((activity: { id: string }) => `/v1/clients/${id}/activities/${activity.id}`);
    paths.push(`/v1/clients/${id}`, `/v1/clients/${id}/activities`, ...more);
    paths.push(`/v1/clients/${id}/dashboards/default`);
    if (page.meta.cursor) paths.push(`/v1/clients/${id}/activities?cursor=${page.meta.cursor}`);
  }
  const answers = await Promise.all(
    paths.map(async (path) => {
      const { text, headers } = await api.get(path, { token });
      // The time of a card is that of its computation.
      const etag = path.includes('dashboards') ? '' : headers.etag;
      return `${path} ${etag} ${text.replaceAll(/"(?:generated|computed)At":"[^"]*"/g, '')}`;
    }),
  );
  const commands = ['rule list', 'unassigned list'].map(
    async (command) => (await cli([...command.split(' '), '--org', slug, '--json'])).out,
  );
  const audit = (await json('audit', 'list', '--org', slug)).filter(isNotOfImport);
  return [...answers, ...(await Promise.all(commands)), JSON.stringify(audit)];
}

/** False for what an administrator did to get here. */
const isNotOfImport = ({ operation }: { operation: string }) =>
  !['org.export', 'org.import', 'token.create'].includes(operation);

/** The lines between the first and the last, but for the entries of exports and imports. */
const contentOf = (all: readonly string[]) =>
  all.slice(1, -1).filter((line) => !/"operation":"org\.(export|import)"/.test(line));

/** An export with changed lines, in a file of its own. */
function changed(change: (lines: string[]) => string[] | string): string {
  const text = change([...lines]);
  const path = join(
    directory,
    `${createHash('sha256').update(String(text)).digest('hex').slice(0, 16)}.jsonl`,
  );
  writeFileSync(path, typeof text === 'string' ? text : `${text.join('\n')}\n`);
  return path;
}

const changeLine = (table: string, change: (row: Record<string, unknown>) => object) =>
  changed((all) => {
    const at = all.findIndex((line) => JSON.parse(line).table === table);
    return all.with(at, JSON.stringify({ table, row: change(JSON.parse(all[at] ?? '').row) }));
  });

test('every table with rows of organizations is deleted, and exported or left out on purpose', async () => {
  expect(dataTables.map(({ name }) => name).sort()).toEqual(Object.keys(counts).sort());
  expect(dataTables.filter((each) => !isExported(each)).map(({ name }) => name)).toEqual([
    'idempotency_keys',
    'tokens',
    'insights',
    'insight_summaries',
    'language_model_usage',
    'webhook_endpoints',
    'webhook_deliveries',
    'insight_jobs',
  ]);
  // The organization of this file has rows everywhere, so that the other tests see all tables.
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
});

test('an export has every row of the exported tables, and neither secrets nor leases nor hashes of tokens', async () => {
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ end: true, rows: lines.length - 2 });
  for (const { name } of dataTables.filter(isExported)) {
    expect([name, rowsOf(name).length]).toEqual([name, counts[name]]);
  }
  expect(exportResult).toEqual({ file, rows: lines.length - 2 });
  expect(lines.join('\n')).not.toMatch(/secret|lease|claim|"hash"|sk_live/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('an export to standard output is the same file but for its own entry, and within a second shows no progress', async () => {
  const now = () => new Date(0);
  const { code, out, err } = await cli(['org', 'export', '--org', exported.slug, '-'], { now });
  expect([code, err]).toEqual([0, '']);
  expect(contentOf(out.trimEnd().split('\n'))).toEqual(contentOf(lines));
});

test('the audit log and the file itself have who exported an organization, and when', async () => {
  const { id, slug } = await api.organization();
  const own = join(directory, 'audited.jsonl');
  await json('org', 'export', '--org', slug, own);
  const entry = { operation: 'org.export', resource: `organization/${id}`, systemUser: expect.any(String) };
  expect(await json('audit', 'list', '--org', slug)).toMatchObject([entry]);
  expect(JSON.parse(linesOf(own)[1] ?? '')).toMatchObject({ table: 'audit_entries', row: entry });
  const copy = await json('org', 'import', own, '--slug', `${slug}-2`);
  const audit = await json('audit', 'list', '--org', copy.slug);
  expect(audit).toMatchObject([{ operation: 'org.import' }, { operation: 'org.export' }]);
});

test('a reader that stops in the middle of an export keeps nobody waiting', async () => {
  const parts = exportOrganization(exported.db, new Date());
  expect((await parts.next()).done).toBe(false);
  expect((await api.get('/v1/organization', exported)).status).toBe(200);
  await parts.return(undefined);
});

test('an existing file is not overwritten, and a failed export leaves none', async () => {
  const again = await cli(['org', 'export', '--org', exported.slug, file]);
  expect([again.code, again.err]).toEqual([1, `EEXIST: file already exists, open '${file}'\n`]);
  const unknown = join(directory, 'unknown.jsonl');
  expect((await cli(['org', 'export', '--org', 'unknown', unknown])).code).toBe(1);
  expect(existsSync(unknown)).toBe(false);
});

test('an import next to the original is a copy with its own id and the same content', async () => {
  const copy = await json('org', 'import', file, '--slug', `${exported.slug}-2`, '--name', 'Copy');
  expect(copy.id).not.toBe(exported.id);
  const copyFile = join(directory, 'copy.jsonl');
  await json('org', 'export', '--org', copy.slug, copyFile);
  const copied = linesOf(copyFile);
  expect(contentOf(copied)).toEqual(contentOf(lines));
  // Its own import and export.
  expect(copied.length).toBe(lines.length + 2);
  const { token } = await json('token', 'create', '--org', copy.slug);
  const { body } = await api.get('/v1/organization', { token });
  expect(body.data).toMatchObject({ id: copy.id, name: 'Copy', slug: copy.slug });
  // The original consents to it, and a file must not.
  const { body: settings } = await api.get('/trpc/organization.settings', { token });
  expect(settings.result.data.data.usesLanguageModel).toBe(false);
  const connected = await json('connection', 'list', '--org', copy.slug);
  expect(connected).toMatchObject([{ state: 'paused' }, { state: 'paused' }]);
});

test('an export of release 1.0.0, which lacks newer columns, is imported', async () => {
  const newer = /,"(?:ownerId|thread)":(?:null|"[^"]*")/g;
  const old = changed((written) => written.map((line) => line.replaceAll(newer, '')));
  expect(readFileSync(old, 'utf8')).not.toMatch(newer);
  const slug = `${exported.slug}-old`;
  expect(await json('org', 'import', old, '--slug', slug, '--name', 'Old')).toMatchObject({ slug });
});

test('after export, deletion and import, every list is the same, byte for byte, and every card once it is computed', async () => {
  const organization = await fullOrganization(api);
  const { slug } = organization;
  await json('insights', 'run', '--org', slug);
  const before = await describe(organization);
  expect(before.join()).toContain('"status":"ready"');
  expect(before.join()).toContain('?cursor=');
  const own = join(directory, 'round-trip.jsonl');
  await json('org', 'export', '--org', slug, own);
  await json('org', 'delete', '--org', slug, '--yes');
  expect((await json('org', 'list')).map((each: { slug: string }) => each.slug)).not.toContain(slug);
  const imported = await json('org', 'import', own);
  expect(imported).toMatchObject({ id: organization.id, slug });
  const [newest] = await json('audit', 'list', '--org', slug);
  const resource = `organization/${organization.id}`;
  expect(newest).toMatchObject({ operation: 'org.import', resource, systemUser: expect.any(String) });
  await json('insights', 'run', '--org', slug);
  const { token } = await json('token', 'create', '--org', slug);
  expect(await describe({ slug, token })).toEqual(before);
});

test('a deletion ends the tokens at once and leaves no row, and nothing of others is touched', async () => {
  const [organization, other] = [await fullOrganization(api), await fullOrganization(api)];
  const before = await countRows(other.id);
  // Not due, so that no worker of another test takes them.
  const active = { state: 'active', next_try_at: '2100-01-01T00:00:00.000Z' };
  await addTwin(api.database, organization.id, { connections: active, webhook_endpoints: active });
  const { rows, ...result } = await json('org', 'delete', '--org', organization.slug, '--yes');
  expect(result).toEqual({ id: organization.id, slug: organization.slug });
  expect(rows).toBeGreaterThan(20);
  expect(Object.values(await countRows(organization.id)).every((count) => count === 0)).toBe(true);
  expect(await countRows(other.id)).toEqual(before);
  await expect.poll(async () => (await api.get('/v1/clients', organization)).status).toBe(401);
  expect((await cli(['org', 'delete', '--org', organization.slug, '--yes'])).code).toBe(1);
});

test('a deletion on a terminal needs the slug typed', async () => {
  const { slug, token } = await api.organization();
  const mistyped = await cli(['org', 'delete', '--org', slug], { ask: async () => 'yes' });
  expect([mistyped.code, mistyped.err]).toEqual([1, 'this is not the slug; nothing was deleted\n']);
  expect((await api.get('/v1/clients', { token })).status).toBe(200);
  expect((await cli(['org', 'delete', '--org', slug], { ask: async () => slug })).code).toBe(0);
});

test.each(['importing', 'deleting'])(
  'an organization whose %s was interrupted accepts no command but a deletion',
  async (state) => {
    const { id, slug } = await fullOrganization(api);
    await api.database.db.execute(sql`update organizations set state = ${state} where id = ${id}`);
    for (const words of [
      ['client', 'list'],
      ['token', 'create'],
      ['org', 'export', '-'],
      ['insights', 'run'],
    ]) {
      const { code, err } = await cli([...words, '--org', slug]);
      expect([code, err]).toEqual([1, expect.stringContaining(`run "org delete --org ${slug}"`)]);
    }
    expect((await cli(['org', 'import', file, '--slug', slug])).code).toBe(1);
    await json('org', 'delete', '--org', slug, '--yes');
    expect(Object.values(await countRows(id)).every((count) => count === 0)).toBe(true);
  },
);

/** The organization of the file, with another id and slug. */
function another(): Organization {
  const id = newId();
  return { ...JSON.parse(lines[0] ?? '').organization, id, slug: `another-${id}` };
}

/** Begins to import the file, up to its clients. */
async function importHalf(organization = another()) {
  const run = await beginImport(api.database.db, organization);
  for (const table of ['users', 'clients']) await importRows(api.database.db, run, rowsOf(table));
  return run;
}

async function deleteAll(organizationId: string): Promise<void> {
  const { db } = api.database;
  await beginDeletion(new TenantDb(db, organizationId));
  const steps = deleteOrganization(new TenantDb(db, organizationId), neverAborted);
  while (!(await steps.next()).done);
}

const stateOf = async (id: string) =>
  (await json('org', 'list')).find((each: { id: string }) => each.id === id)?.state;

const author = { actor: { systemUser: 'ann' }, operation: 'org.import', requestId: newId() };

test('an import whose organization was deleted and is imported again changes nothing of it', async () => {
  const { db } = api.database;
  const organization = another();
  const first = await importHalf(organization);
  await deleteAll(first.organizationId);
  // Another deletion that is under way.
  await beginDeletion((await api.organization()).db);
  const second = await importHalf(organization);
  const { organizationId } = second;
  expect(organizationId).toBe(first.organizationId);
  const before = await countRows(organizationId);
  const attempts = async () => {
    await expect(importRows(db, first, rowsOf('assignment_rules'))).rejects.toThrow(ImportReplaced);
    await expect(endImport(db, first, author)).rejects.toThrow(ImportReplaced);
    expect(await beginRollback(db, first)).toBeUndefined();
    // A deletion of the first import that was under way.
    const steps = deleteOrganization(new TenantDb(db, organizationId), neverAborted);
    expect(await steps.next()).toEqual({ done: true, value: undefined });
  };
  await attempts();
  expect([await stateOf(organizationId), await countRows(organizationId)]).toEqual(['importing', before]);
  await endImport(db, second, author);
  await attempts();
  expect(await stateOf(organizationId)).toBe('active');
  // An entry of the end of the import.
  expect(await countRows(organizationId)).toEqual({ ...before, audit_entries: 1 });
  await expect(endImport(db, second, author)).rejects.toThrow(ImportReplaced);
});

test('the end of an import does not bring back an organization that is being deleted', async () => {
  const { db } = api.database;
  const run = await importHalf();
  await beginDeletion(new TenantDb(db, run.organizationId));
  await expect(endImport(db, run, author)).rejects.toThrow(ImportReplaced);
  await expect(importRows(db, run, [])).rejects.toThrow(ImportReplaced);
  expect(await stateOf(run.organizationId)).toBe('deleting');
  expect(await beginRollback(db, run)).toBeUndefined();
});

test('cards that were computed while their organization was imported are due once all of it is there', async () => {
  const { db } = api.database;
  const run = await importHalf();
  await importRows(db, run, rowsOf('activities'));
  const ofRun = eq(insightJobs.organizationId, run.organizationId);
  await db
    .update(insightJobs)
    .set({ activitiesChanged: false, dueAt: sql`now() + interval '1 day'` })
    .where(ofRun);
  await endImport(db, run, author);
  const isDue = sql`${insightJobs.activitiesChanged} and ${insightJobs.dueAt} <= now()`;
  expect(await db.$count(insightJobs, and(ofRun, isDue))).toBe(await db.$count(insightJobs, ofRun));
});

/** Files that differ from the export in their lines. */
const refusedFiles: [string, (lines: string[]) => string[] | string, RegExp][] = [
  ['that is empty', () => '', /line 1: the file is empty/],
  ['that was cut after a line', (all) => all.slice(0, -1), /was cut off after line \d+/],
  ['that was cut within a line', (all) => all.join('\n').slice(0, -9), /it is not JSON/],
  ['that lacks a line', (all) => all.toSpliced(3, 1), /the file has \d+ rows instead of/],
  ['that goes on', (all) => [...all, all[1] ?? ''], /nothing may come after the last line/],
  ['of another kind', () => ['{"id":"crm-881"}'], /this is not the export of an organization/],
  ['of a later version', replaceInFirst('"version":1', '"version":2'), /line 1: this is version 2 of the/],
  ['with an unknown table', replaceSecond('tables\\u001b'), /line 2: exports have no table/],
  ['with rows of tokens', replaceSecond('tokens'), /no table "tokens"/],
  ['with cards', replaceSecond('insights'), /no table "insights"/],
  [
    'with an organization that no list shows',
    replaceInFirst(exported.id, nilUuid),
    /line 1: id: must not be the nil UUID/,
  ],
];

function replaceInFirst(before: string, after: string) {
  return (all: string[]) => all.with(0, (all[0] ?? '').replace(before, after));
}

function replaceSecond(table: string) {
  return (all: string[]) => all.with(1, `{"table":"${table}","row":{}}`);
}

/** Rows that differ from those of the export in these fields. */
const refusedRows: [string, string, object, RegExp][] = [
  ['another organization', 'clients', { organizationId: exported.id }, /Unrecognized key: "organizationId"/],
  ['a secret', 'connections', { secret: 'x' }, /Unrecognized key/],
  ['a wrong type', 'clients', { name: 7 }, /name: Send a string/],
  ['a wrong id', 'users', { id: 'x' }, /id: must be a UUID/],
  ['a script as image', 'users', { imageUrl: 'javascript:alert(1)' }, /imageUrl: Send an http or https URL/],
  ['an id that no list shows', 'activities', { id: nilUuid }, /id: must not be the nil UUID/],
  ['a subject that would fill lists', 'activities', { subject: 'x'.repeat(10_001) }, /subject: Too big/],
  ['a content that no reader makes', 'activities', { content: 'x'.repeat(4_194_305) }, /content: Too big/],
  ['a long participant', 'activities', { participants: ['x'.repeat(1_001)] }, /participants.0: Too big/],
  ['many participants', 'activities', { participants: Array(1_001).fill('x') }, /participants: Too big/],
  ['nested values', 'audit_entries', { before: { name: { nested: true } } }, /before.name: Invalid input/],
  ['a count below zero', 'connections', { seen: -1 }, /seen: Too small/],
  ['reasons not counted', 'connections', { skippedReasons: { x: 'y' } }, /skippedReasons.x: Invalid input/],
  ['a huge count', 'connection_domains', { messages: Number.MAX_SAFE_INTEGER }, /messages: Too big/],
  ['no address', 'users', { email: 'nobody' }, /email: must be an email address/],
  [
    'a name of nobody',
    'activities',
    { participants: [], participantNames: ['Ann'] },
    /participantNames: must/,
  ],
  [
    'a mailbox without a user',
    'connections',
    { type: 'imap', settings: { host: 'a.example' } },
    /settings: must be those of a mailbox/,
  ],
  ['private networks', 'connections', { allowPrivate: true }, /Unrecognized key: "allowPrivate"/],
  ['text that cannot be stored', 'activities', { content: 'a\0b' }, /content: must not contain NUL/],
  ['a client that is not there', 'activities', { clientId: newId() }, /a row refers to one that the file/],
  ['the id of another row', 'users', { id: rowsOf('users').at(-1)?.row.id }, /users_organization_id_id_pk/],
];

const refusals: [string, () => string, RegExp][] = [
  ['of a slug that exists', () => file, /^the slug "[\w-]+" is already taken; choose another/],
  ['that is a directory', () => directory, /^cannot read .*: it is a directory/],
  ['that is not there', () => join(directory, 'missing.jsonl'), /^cannot read .*: there is no such file/],
  ...refusedFiles.map(([what, change, message]): [string, () => string, RegExp] => [
    what,
    () => changed(change),
    message,
  ]),
  ...refusedRows.map(([what, table, fields, message]): [string, () => string, RegExp] => [
    `whose rows have ${what}`,
    () => changeLine(table, (row) => ({ ...row, ...fields })),
    new RegExp(`lines? \\d+.*: .*${message.source}`),
  ]),
];

test.each(refusals)('a file %s is refused, and nothing of it stays', async (_what, make, message) => {
  const path = make();
  const slug = path === file ? exported.slug : `refused-${createHash('sha1').update(path).digest('hex')}`;
  const { code, err } = await cli(['org', 'import', path, '--slug', slug]);
  expect(code).toBe(1);
  expect(err.trimEnd().split('\n').at(-1)).toMatch(message);
  expect(err).not.toContain('\u001b');
  if (path !== file)
    expect((await json('org', 'list')).map((each: { slug: string }) => each.slug)).not.toContain(slug);
});
