import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import postgres from 'postgres';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { openPostgres } from '../../../src/core/db/database.ts';
import { toApiError } from '../../../src/core/errors.ts';
import { reasonOf } from '../../../src/core/reason.ts';
import { startApi } from '../../support/api.ts';
import { atEndOfFile } from '../../support/cleanup.ts';
import { forwardTo } from '../../support/forwarder.ts';
import { listen } from '../../support/listen.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { refusingDatabase } from '../../support/refusing-database.ts';
import { silentDatabase } from '../../support/silent-database.ts';

const asAdmin = async (statement: string) => {
  const admin = postgres(inject('databaseUrl'), { max: 1, onnotice: () => {} });
  await admin.unsafe(statement).finally(() => admin.end());
};

function open(url: string, options: Parameters<typeof openPostgres>[1] = {}) {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) });
  const database = openPostgres(url, { log, ...options });
  atEndOfFile(() => database.close());
  /** Runs a statement and returns `done`, or the error code that the caller would get. */
  const outcome = (statement = 'select 1') =>
    database.db.execute(sql.raw(statement)).then(
      () => 'done',
      (error: unknown) => toApiError(error).apiCode,
    );
  const outcomes = (count: number) => Promise.all(Array.from({ length: count }, () => outcome()));
  return { ...database, lines, outcome, outcomes };
}

/** The API on a database that other tests do not use, and calls that tell whether it accepts writes and is ready. */
async function serving(url: string, options: Parameters<typeof open>[1]) {
  const database = open(url, options);
  const api = await startApi({ database });
  const { token } = await api.organization();
  const rename = async () => (await api.put('/v1/organization', { token, body: { name: 'Renamed' } })).status;
  const ready = async () => (await api.get('/readyz')).status;
  return { ...database, rename, ready };
}

/** A role of the test's own, which may have four connections: the URL with which it logs in. */
async function limitedRole() {
  const name = `clientele_test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(`create role ${name} login connection limit 4`);
  atEndOfFile(async () => {
    await asAdmin(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = '${name}'`);
    await asAdmin(`drop role ${name}`);
  });
  const url = new URL(inject('databaseUrl'));
  url.username = name;
  return url.href;
}

test('when the server allows four connections, these serve every statement, and few others are attempted', async () => {
  const way = await forwardTo(await limitedRole());
  const { outcomes, lines } = open(way.url);
  for (let round = 0; round < 20; round += 1) expect(new Set(await outcomes(50))).toEqual(new Set(['done']));
  // Ten at once at first, and then one at a time, with pauses that grow.
  expect(way.attempts()).toBeLessThan(60);
  // One before each connection that opens after a failure, and one at the end.
  const refusals = lines.filter((line) => /^DATABASE_URL: .* too many connections/.test(line));
  expect([1, 2, 3, 4, 5]).toContain(refusals.length);
});

test.each([
  ['a password that is not valid any more', '28P01'],
  ['a server that is starting', '57P03'],
  ['a server that has no connection left', '53300'],
  ['a pooler that has no server', '08P01'],
])('%s (%s) is 503, is logged once, and ends when the server accepts connections', async (_state, code) => {
  const way = await forwardTo(inject('databaseUrl'));
  const { outcome, outcomes, lines } = open(way.url);
  expect(await outcome()).toBe('done');
  way.switchTo(await refusingDatabase(code));
  await expect.poll(() => outcome()).toBe('unavailable');
  for (let round = 0; round < 5; round += 1)
    expect(new Set(await outcomes(40))).toEqual(new Set(['unavailable']));
  expect(way.attempts()).toBeLessThan(40);
  expect(lines.filter((line) => /^DATABASE_URL: .* refused by the test$/.test(line))).toHaveLength(1);
  way.switchTo(inject('databaseUrl'));
  await expect.poll(() => outcome()).toBe('done');
  expect(lines.at(-1)).toBe('DATABASE_URL: connected again');
});

test('a server that asks for TLS and has none to offer is 503 for callers, and not 500', async () => {
  const { outcome } = open(`${inject('databaseUrl')}?sslmode=verify-full`);
  expect(await outcome()).toBe('unavailable');
});

test.each([50, 60_000])(
  'a server that does not answer is named, after a wait of %i ms too',
  async (poolWaitMs) => {
    const silent = await silentDatabase();
    const { db } = open(silent.url, { poolWaitMs });
    const reason = await db.execute(sql`select 1`).then(() => 'done', reasonOf);
    expect(reason).toBe(`write CONNECT_TIMEOUT ${new URL(silent.url).host}`);
  },
);

test('a connection that falls silent after the login is closed, and another is opened', async () => {
  const { hostname, port } = new URL(inject('databaseUrl'));
  let connections = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port) || 5432, hostname);
    client.on('error', () => {}).on('close', () => upstream.destroy());
    client.pipe(upstream.on('error', () => client.destroy()));
    connections += 1;
    if (connections > 1) return upstream.pipe(client);
    upstream.on('data', (bytes) => isLogin(bytes) && client.write(bytes));
  });
  atEndOfFile(() => server.close());
  const url = new URL(inject('databaseUrl'));
  url.host = `127.0.0.1:${await listen(server)}`;
  const { outcome } = open(url.href, { poolWaitMs: 50 });
  const start = performance.now();
  const first = outcome();
  await expect.poll(() => connections).toBe(1);
  expect(await first).toBe('unavailable');
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => start + 60_000);
  onTestFinished(() => clock.mockRestore());
  await expect.poll(() => outcome()).toBe('done');
});

test('statements whose server has frozen fail, and their connections are replaced', async () => {
  const way = await forwardTo(inject('databaseUrl'));
  const { outcome, poolState } = open(way.url, { poolSize: 1 });
  expect(await outcome()).toBe('done');
  way.silence();
  const frozen = outcome();
  await expect.poll(() => poolState?.().inUse).toBe(1);
  const start = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => start + 60_000);
  onTestFinished(() => clock.mockRestore());
  expect(await frozen).toBe('unavailable');
  expect(poolState?.()).toMatchObject({ inUse: 0 });
  way.letThrough();
  await expect.poll(() => outcome()).toBe('done');
});

/** True for what a server answers to a login, which begins with a message of the type `R`. */
const isLogin = (bytes: Buffer) => bytes.at(0) === 'R'.charCodeAt(0);

test('a statement waits for a connection that takes long to open, though it waits only briefly for one that is busy', async () => {
  const way = await forwardTo(inject('databaseUrl'));
  way.hold();
  const { outcome } = open(way.url, { poolWaitMs: 50 });
  const first = outcome();
  await expect.poll(way.held).toBe(1);
  await setTimeout(300);
  way.letThrough();
  expect(await first).toBe('done');
});

test('when one of several servers goes away, statements and notifications continue on the next', async () => {
  const one = await forwardTo(inject('databaseUrl'));
  const other = await forwardTo(inject('databaseUrl'));
  const { host, pathname } = new URL(inject('databaseUrl'));
  expect(host).not.toBe('');
  const url = `postgres://postgres@${new URL(one.url).host},${new URL(other.url).host}${pathname}`;
  const { outcome, listen } = open(url);
  expect(await outcome()).toBe('done');
  const heard: string[] = [];
  let listening = 0;
  await listen(
    'moved',
    (payload) => heard.push(payload),
    () => (listening += 1),
  );
  expect([listening, other.attempts()]).toEqual([1, 0]);
  one.close();
  await expect.poll(() => outcome()).toBe('done');
  await expect.poll(() => listening).toBe(2);
  await asAdmin(`select pg_notify('moved', 'there')`);
  await expect.poll(() => heard).toEqual(['there']);
});

test('a server that turns read-only is 503 and not ready, and is replaced by one that accepts writes', async () => {
  const { url } = await migratedDatabase();
  const name = new URL(url).pathname.slice(1);
  const { lines, rename, ready } = await serving(url, { poolWaitMs: 400 });
  expect([await rename(), await ready()]).toEqual([200, 200]);
  const failOver = (readOnly: 'on' | 'off') =>
    asAdmin(`alter database ${name} set default_transaction_read_only = ${readOnly};
      select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename is not null`);
  await failOver('on');
  await expect.poll(ready).toBe(503);
  for (let call = 0; call < 3; call += 1) expect([await rename(), await ready()]).toEqual([503, 503]);
  expect(lines.filter((line) => /^DATABASE_URL: .* accepts no writes/.test(line))).toHaveLength(1);
  await failOver('off');
  await expect.poll(ready).toBe(200);
  expect(await rename()).toBe(200);
});

test('connections to a server that has become read-only are replaced at the first write it refuses', async () => {
  const { url } = await migratedDatabase();
  const { outcome, rename, ready } = await serving(url, { poolSize: 3 });
  // The first use of a token is recorded, and this write could be the first that is refused.
  expect(await rename()).toBe(200);
  // All three at once, so that each of them gets it.
  const hold = postgres(url, { max: 1 });
  await hold`select pg_advisory_lock(1)`;
  const turn = () =>
    outcome(`set default_transaction_read_only = on; set statement_timeout = 0;
      select pg_advisory_lock_shared(1)`);
  const turns = Promise.all([turn(), turn(), turn()]);
  const waiting = () =>
    hold`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
  await expect.poll(waiting).toHaveLength(3);
  await hold.end();
  expect(await turns).toEqual(['done', 'done', 'done']);
  expect([await ready(), await rename(), await rename(), await ready()]).toEqual([503, 503, 200, 200]);
});
