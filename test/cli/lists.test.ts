import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createClient } from '../../src/clients/queries.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { recordUnassigned } from '../support/unassigned.ts';

const api = await startApi();
const { cli, json } = await openCli(api);

const minuteMs = 60_000;
const newest = Date.UTC(2026, 5, 30, 12);
const minutesBefore = (minutes: number) => new Date(newest - minutes * minuteMs).toISOString();

/** Writes entries that are a minute apart, with ids in no order; `n` is how many minutes before the newest. */
async function writeEntries({ id }: TestOrganization, count: number): Promise<void> {
  await api.database.db.execute(sql`
    insert into audit_entries (organization_id, id, at, token_id, operation, resource, request_id)
    select ${id}, gen_random_uuid(), ${new Date(newest).toISOString()}::timestamptz - n * interval '1 minute',
      gen_random_uuid(), 'clients.update', 'clients/' || n, gen_random_uuid()
    from generate_series(0, ${count - 1}::int) n`);
}

const resources = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `clients/${from + at}`);
const resourcesOf = (entries: { resource: string }[]) => entries.map(({ resource }) => resource);

const audited = await api.organization();
await writeEntries(audited, 1_500);
const audit = (...words: string[]) => json('audit', 'list', '--org', audited.slug, ...words);

test('the audit log lists the newest hundred entries by default', async () => {
  const entries = await audit();
  expect(resourcesOf(entries)).toEqual(resources(0, 99));
  const fields = ['at', 'token', 'operation', 'resource', 'requestId'];
  expect(Object.keys(entries[0])).toEqual([...fields, 'systemUser', 'connection', 'before', 'after']);
});

test.each([1, 999, 1_000, 1_001, 1_500, 999_999_999])(
  'a limit of %i gives that many entries or all, each once and newest first',
  async (limit) => {
    const entries = await audit('--limit', `${limit}`);
    expect(resourcesOf(entries)).toEqual(resources(0, Math.min(limit, 1_500) - 1));
  },
);

test('--since is inclusive and --until exclusive, also at a page boundary', async () => {
  const range = async (from: number, to: number, limit = 5_000) =>
    resourcesOf(
      await audit('--since', minutesBefore(to), '--until', minutesBefore(from), '--limit', `${limit}`),
    );
  expect(await range(9, 20)).toEqual(resources(10, 20));
  expect(await range(9, 20, 3)).toEqual(resources(10, 12));
  expect(await range(0, 1_200)).toEqual(resources(1, 1_200));
  expect(await range(-1, 999)).toEqual(resources(0, 999));
  expect(await range(20, 20)).toEqual([]);
  expect(resourcesOf(await audit('--until', minutesBefore(1_498)))).toEqual(['clients/1499']);
  expect(resourcesOf(await audit('--since', '2026-06-30T14:00:00+02:00'))).toEqual(['clients/0']);
});

test('a time can be a day or a duration ago', async () => {
  expect(await audit('--since', '2026-07-01')).toEqual([]);
  expect(resourcesOf(await audit('--until', '2026-06-30'))).toEqual(resources(721, 820));
  const words = ['audit', 'list', '--org', audited.slug, '--since', '10m', '--until', '5m', '--json'];
  const { out } = await cli(words, { now: () => new Date(newest) });
  expect(resourcesOf(JSON.parse(out))).toEqual(resources(6, 10));
  expect(await audit('--since', '999999d', '--limit', '1')).toHaveLength(1);
});

test('without --json there is one heading, and one line per entry', async () => {
  const { out } = await cli(['audit', 'list', '--org', audited.slug, '--limit', '1500']);
  const [heading, ...lines] = out.trimEnd().split('\n');
  expect(heading).toMatch(/^at +by +operation +resource +change +request id$/);
  expect(lines.map((line) => /clients\/\d+/.exec(line)?.[0])).toEqual(resources(0, 1_499));
  const nothing = await cli(['audit', 'list', '--org', (await api.organization()).slug]);
  expect(nothing.out).toBe('(none)\n');
});

test('a page is fetched only after the previous one has been written', async () => {
  let waiting = 0;
  let most = 0;
  let text = '';
  const out = async (part: string) => {
    most = Math.max(most, ++waiting);
    await new Promise(setImmediate);
    waiting--;
    text += part;
  };
  const words = ['audit', 'list', '--org', audited.slug, '--limit', '1500', '--json'];
  expect((await cli(words, { out })).code).toBe(0);
  expect(JSON.parse(text)).toHaveLength(1_500);
  expect(most).toBe(1);
});

test('lists of tokens, rules and organizations are complete and in order, however many pages they take', async () => {
  const { id, slug } = await api.organization();
  const { db } = api.database;
  const rowId = sql`('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const numbers = sql`generate_series(1, 1001) n`;
  await db.execute(sql`insert into tokens (organization_id, id, hash, name)
    select ${id}, ${rowId}, sha256((${id} || n)::bytea), 'n' || n from ${numbers}`);
  await db.execute(sql`insert into assignment_rules (organization_id, id, integration, domain)
    select ${id}, ${rowId}, 'gmail', n || '.example' from ${numbers}`);
  const tokens = await json('token', 'list', '--org', slug);
  const names = Array.from({ length: 1_001 }, (_, n) => `n${n + 1}`);
  expect(tokens.map(({ name }: { name: string | null }) => name)).toEqual([...names, null]);
  const rules = await json('rule', 'list', '--org', slug);
  expect(rules.map(({ domain }: { domain: string }) => domain)).toEqual(
    names.map((name) => `${name.slice(1)}.example`),
  );

  const prefix = `many-${id}`;
  await db.execute(sql`insert into organizations (id, name, slug)
    select gen_random_uuid(), 'Many', ${prefix.slice(0, 50)} || '-' || n from ${numbers}`);
  const listed: { id: string; slug: string }[] = await json('org', 'list');
  const made = listed.filter((organization) => organization.slug.startsWith(prefix.slice(0, 50)));
  expect(new Set(made.map((organization) => organization.slug)).size).toBe(1_001);
  expect(listed.map((organization) => organization.id)).toEqual(
    listed.map((organization) => organization.id).sort(),
  );
});

test('unassigned activities are listed by domain, highest count first, without the domains of users', async () => {
  const { db, slug, user } = await api.organization();
  await user({ email: 'ann@home.example' });
  const record = (address: string, subject: string, day: number) =>
    recordUnassigned(db, {
      participants: [address, 'ann@home.example'],
      subject,
      occurredAt: `2026-06-0${day}T12:00:00.000Z`,
    });
  await record('pat@few.example', 'Only', 9);
  await record('pat@many.example', 'Later', 2);
  await record('Kim <kim@Many.example>', 'Earlier', 1);
  const list = (...words: string[]) => json('unassigned', 'list', '--org', slug, ...words);
  const row = (domain: string, count: number, latestSubject: string, day: number) => {
    return { domain, activities: count, latestSubject, latestAt: `2026-06-0${day}T12:00:00.000Z` };
  };
  const [many, few] = [row('many.example', 2, 'Later', 2), row('few.example', 1, 'Only', 9)];
  expect(await list()).toEqual([many, few]);
  expect(await list('--limit', '1')).toEqual([many]);

  // The worker assigns them once a rule is wired, so they are no longer listed.
  await createClient(db, { name: 'Many', domain: 'many.example' });
  const rule = ['--integration', 'any', '--domain', 'many.example'];
  const created = await json('rule', 'create', '--org', slug, ...rule);
  expect(created).toEqual({ id: expect.any(String), clientId: expect.any(String) });
  expect(await json('insights', 'run', '--org', slug)).toMatchObject({ assigned: 2 });
  expect(await list()).toEqual([few]);

  const { out } = await cli(['unassigned', 'list', '--org', (await api.organization()).slug]);
  expect(out).toBe('(none)\n');
});
