import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { startApi, type TestOrganization } from '../support/api.ts';
import { openCli } from '../support/cli.ts';

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
  vi.useFakeTimers({ now: newest, toFake: ['Date'] });
  try {
    expect(resourcesOf(await audit('--since', '10m', '--until', '5m'))).toEqual(resources(6, 10));
  } finally {
    vi.useRealTimers();
  }
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

test('the list of organizations is complete and in order, however many pages it takes', async () => {
  const prefix = `many-${audited.id}`.slice(0, 50);
  await api.database.db.execute(sql`insert into organizations (id, name, slug)
    select gen_random_uuid(), 'Many', ${prefix} || '-' || n from generate_series(1, 1001) n`);
  const listed: { id: string; slug: string }[] = await json('org', 'list');
  const made = listed.filter((organization) => organization.slug.startsWith(prefix));
  expect(new Set(made.map((organization) => organization.slug)).size).toBe(1_001);
  expect(listed.map((organization) => organization.id)).toEqual(
    listed.map((organization) => organization.id).sort(),
  );
});
