import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { atEndOfFile } from '../support/cleanup.ts';
import { emptyDatabase } from '../support/empty-database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { buildPreviousRelease, hasPreviousRelease } from '../support/previous-release.ts';
import { start } from '../support/process.ts';

/** A release: its programs, and its server where it runs. */
interface Release {
  readonly directory: string;
  url: string;
}

const current: Release = { directory: process.cwd(), url: '' };
const previous: Release = { directory: '', url: '' };

/** In both orders: written by the first, read by the second. */
const ways: [from: string, to: string, writer: Release, reader: Release][] = [
  ['the previous release', 'this one', previous, current],
  ['this release', 'the previous one', current, previous],
];

const environment = {
  DATABASE_URL: '',
  REDIS_URL: process.env.TEST_REDIS_URL ?? '',
  PORT: '0',
  CONSOLE: 'false',
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: '100000',
  RATE_LIMIT_ENDPOINT_PER_MINUTE: '100000',
};
let token = '';

async function command(release: Release, ...words: string[]) {
  const program = start('cli', environment, [...words, '--json'], release.directory);
  expect([await program.ended, program.stderr]).toEqual([0, expect.not.stringMatching(/error/i)]);
  return JSON.parse(program.stdout);
}

async function serve(release: Release) {
  const server = start('server', environment, [], release.directory);
  release.url = await server.url();
  return server;
}

interface Call {
  readonly method?: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
  readonly as?: string;
}

async function call(
  { url }: Release,
  path: string,
  { method = 'GET', body, headers, as = token }: Call = {},
) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, ...(text && JSON.parse(text)) };
}

const createClient = (release: Release, headers: Record<string, string> = {}, name = 'Globex') =>
  call(release, '/v1/clients', { method: 'POST', body: { name, domain: 'globex.example' }, headers });

/** Writes three activities of the client, unlike those of other calls. */
function activitiesFile(): string {
  const folder = temporaryFolder();
  const lines = ['10', '11', '12'].map((hour) =>
    JSON.stringify({
      id: randomUUID(),
      type: 'email',
      subject: `At ${hour}`,
      content: 'Thank you, the launch went perfectly.',
      occurredAt: `2026-11-02T${hour}:00:00Z`,
      participants: ['pat@globex.example', 'ann@acme.example'],
    }),
  );
  const path = join(folder, 'activities.jsonl');
  writeFileSync(path, lines.join('\n'));
  return path;
}

const migrationsOf = ({ directory }: Release): unknown[] =>
  JSON.parse(readFileSync(join(directory, 'drizzle/meta/_journal.json'), 'utf8')).entries;

describe.skipIf(!hasPreviousRelease)('beside the previous release on one database', () => {
  let clientId = '';

  beforeAll(async () => {
    Object.assign(previous, { directory: buildPreviousRelease() });
    const { url, drop } = await emptyDatabase();
    atEndOfFile(drop);
    environment.DATABASE_URL = url;
    await command(previous, 'db', 'migrate');
    await command(previous, 'org', 'create', '--name', 'Acme', '--slug', 'acme');
    ({ token } = await command(previous, 'token', 'create', '--org', 'acme'));
    const rule = ['--integration', 'import', '--domain', 'globex.example'];
    await command(previous, 'rule', 'create', '--org', 'acme', ...rule);
    await serve(previous);
    clientId = (await createClient(previous)).data.id;
    await createClient(previous);
    await command(previous, 'import', '--org', 'acme', activitiesFile());
  });

  test('the migrations are applied while the previous release serves, and no request fails', async () => {
    const pending = migrationsOf(current).length - migrationsOf(previous).length;
    let isDone = false;
    const migration = command(current, 'db', 'migrate').finally(() => (isDone = true));
    const statuses = new Set<number>();
    while (!isDone) {
      const answers = [createClient(previous, {}, 'Initech'), call(previous, `/v1/clients/${clientId}`)];
      for (const { status } of await Promise.all(answers)) statuses.add(status);
    }
    expect(await migration).toEqual({ applied: pending });
    expect([...statuses]).toEqual([200]);
    await serve(current);
  });

  test.each(ways)(
    'a token that %s made is valid for %s, until it is revoked',
    async (_from, _to, writer, reader) => {
      const made = await command(writer, 'token', 'create', '--org', 'acme');
      const health = () => call(reader, '/v1/health', { as: made.token });
      expect((await health()).status).toBe(200);
      await command(writer, 'token', 'revoke', made.id);
      await expect.poll(async () => (await health()).status).toBe(401);
    },
  );

  test.each(
    ways.flatMap(([from, to, ...way]) =>
      ['clients', 'activities'].map((list) => [list, from, to, ...way] as const),
    ),
  )('a cursor of the list of %s from %s is continued by %s', async (list, _from, _to, writer, reader) => {
    const path = list === 'clients' ? '/v1/clients' : `/v1/clients/${clientId}/activities`;
    const all = (await call(writer, `${path}?limit=100`)).data;
    const first = await call(writer, `${path}?limit=1`);
    const rest = await call(reader, `${path}?limit=99&cursor=${first.meta.cursor}`);
    expect(all.length).toBeGreaterThan(1);
    expect([...first.data, ...rest.data]).toEqual(all);
  });

  test.each(ways)(
    'a retry of a create that %s answered is replayed by %s',
    async (_from, _to, writer, reader) => {
      const key = { 'idempotency-key': randomUUID() };
      const first = await createClient(writer, key);
      const second = await createClient(reader, key);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.data).toEqual(first.data);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect((await createClient(reader, key, 'Initech')).status).toBe(400);
    },
  );

  /** The public form of a resource, as a release documents it. */
  const resourceOf = ({ directory }: Release, name: string) =>
    JSON.parse(readFileSync(join(directory, 'openapi.json'), 'utf8')).components.schemas[name];

  test.each(ways)(
    'an entity tag from %s is one of %s, unless the resource has new fields: then an update is refused',
    async (_from, _to, writer, reader) => {
      const tag = (await call(writer, `/v1/clients/${clientId}`)).headers.get('etag') ?? '';
      const isSame = isDeepStrictEqual(resourceOf(writer, 'Client'), resourceOf(reader, 'Client'));
      const read = await call(reader, `/v1/clients/${clientId}`, { headers: { 'if-none-match': tag } });
      expect(read.status).toBe(isSame ? 304 : 200);
      const update = { method: 'PUT', body: { name: 'Renamed' }, headers: { 'if-match': tag } };
      expect((await call(reader, `/v1/clients/${clientId}`, update)).status).toBe(isSame ? 200 : 412);
      // That update, or one by the other release, makes the tag stale for both.
      await call(writer, `/v1/clients/${clientId}`, { method: 'PUT', body: { name: randomUUID() } });
      expect((await call(reader, `/v1/clients/${clientId}`, update)).status).toBe(412);
    },
  );

  test.each(ways)('cards that %s computed are shown by %s', async (_from, _to, writer, reader) => {
    await command(writer, 'import', '--org', 'acme', activitiesFile());
    expect(await command(writer, 'insights', 'run', '--org', 'acme')).toMatchObject({ computed: 1 });
    const path = `/v1/clients/${clientId}/dashboards/default`;
    const [shown, own] = [await call(reader, path), await call(writer, path)];
    expect(shown.data).toEqual(own.data);
    expect(shown.data.cards[0].result.status).toBe('ready');
  });

  test('the previous release starts again on the new schema, and reads and changes what this one wrote', async () => {
    const { data } = await createClient(current);
    const server = await serve(previous);
    expect((await fetch(`${previous.url}/readyz`)).status).toBe(200);
    expect((await call(previous, `/v1/clients/${data.id}`)).data).toEqual(data);
    const update = { method: 'PUT', body: { name: 'Back again' } };
    expect((await call(previous, `/v1/clients/${data.id}`, update)).status).toBe(200);
    expect((await call(current, `/v1/clients/${data.id}`)).data.name).toBe('Back again');
    expect(await command(previous, 'db', 'migrate')).toEqual({ applied: 0 });
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});
