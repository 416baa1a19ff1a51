import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { expect, inject, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { Connection } from '../../../src/core/db/connection.ts';
import { serversOf } from '../../../src/core/db/database-url.ts';
import { Pool } from '../../../src/core/db/pool.ts';
import { sqlStateOf } from '../../../src/core/errors.ts';
import { reasonOf } from '../../../src/core/reason.ts';
import { createLog } from '../../../src/log.ts';
import { openRuntime } from '../../../src/runtime.ts';
import { atEndOfFile } from '../../support/cleanup.ts';
import { eventTimeoutMs } from '../../support/timeouts.ts';

function open(poolSize: number, poolWaitMs = eventTimeoutMs) {
  const pool = new Pool(inject('databaseUrl'), { poolSize, poolWaitMs, statementTimeoutMs: eventTimeoutMs });
  atEndOfFile(() => pool.close());
  return pool.client;
}

/** Takes a connection of the pool until the returned function is called. */
async function hold(client: ReturnType<typeof open>) {
  let isFree = false;
  let held: Promise<void> | undefined;
  await new Promise<void>((begun) => {
    held = client.begin(async () => {
      begun();
      while (!isFree) await setTimeout(5);
    });
  });
  return () => {
    isFree = true;
    return held;
  };
}

test('a statement that waits too long for a connection is refused as unavailable, and not run later', async () => {
  const client = open(1, 50);
  await admin`create table refused (id integer)`;
  const free = await hold(client);
  const refused = client.unsafe('insert into refused values (1)').then((rows) => rows);
  await expect(refused).rejects.toMatchObject({ apiCode: 'unavailable' });
  expect(await refused.catch(reasonOf)).toBe('timed out waiting for a free connection');
  await free();
  expect([...(await admin`select * from refused`)]).toEqual([]);
});

test('more statements than connections all run, each once', async () => {
  const client = open(3);
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, id) => client.unsafe('select $1::int as id', [id], { prepare: true })),
  );
  expect(answers.map(([row]) => row?.id)).toEqual(Array.from({ length: 300 }, (_, id) => id));
});

test('when a column changes its type, concurrent statements that were prepared before each get their own row', async () => {
  const client = open(1);
  await admin`create table retyped as select id, id as value from generate_series(1, 2) as id`;
  const ask = (columns: string, id: number) =>
    client
      .unsafe(`select ${columns} from retyped where id = $1`, [id], { prepare: true })
      .then(([row]) => row);
  const askBoth = () => Promise.all([ask('id, value', 1), ask('value, id', 2)]);
  await askBoth();
  await admin`alter table retyped alter column value type bigint`;
  expect(await askBoth()).toMatchObject([{ id: 1 }, { id: 2 }]);
});

test('a transaction has a connection of its own, and releases it on failure', async () => {
  const client = open(1);
  await client.unsafe('create temporary table done (id integer)');
  const failing = client.begin(async (transaction) => {
    await transaction.unsafe('insert into done values (1)');
    throw new Error('given up');
  });
  const other = client.unsafe('insert into done values (2)').then((rows) => rows);
  await expect(failing).rejects.toThrow('given up');
  await other;
  expect([...(await client.unsafe('select * from done'))]).toEqual([{ id: 2 }]);
});

const admin = postgres(inject('databaseUrl'), { max: 1 });
atEndOfFile(() => admin.end());

/** Ends the server's side of a connection, and waits until it is gone. */
async function kill(pid: number): Promise<void> {
  await admin`select pg_terminate_backend(${pid}, 5000)`;
}

const pidOf = async (client: Pick<postgres.Sql, 'unsafe'>): Promise<number> =>
  (await client.unsafe('select pg_backend_pid() as pid'))[0]?.pid;

test('a transaction whose connection is lost during a statement fails, and later ones succeed', async () => {
  const client = open(1);
  for (let round = 0; round < 2; round++) {
    const lost = client.begin(async (transaction) => {
      const pid = await pidOf(transaction);
      await transaction.unsafe('set local statement_timeout = 0').then((rows) => rows);
      const sleeping = transaction.unsafe('select pg_sleep(600)').then((rows) => rows);
      await Promise.all([sleeping, kill(pid)]);
    });
    await expect(lost).rejects.toMatchObject({
      code: expect.stringMatching(/^(57P01|CONNECTION_CLOSED|ECONNRESET)$/),
    });
    expect(await pidOf(client)).toBeGreaterThan(0);
  }
});

test('a statement that postgres.js has forgotten fails when its connection is lost', async () => {
  const [server] = serversOf(inject('databaseUrl'));
  if (!server) throw new Error('The URL names no server.');
  const connection = new Connection(server, 1_900, () => {});
  await connection.open();
  const [row] = await connection.run((client) => client.unsafe('select pg_backend_pid() as pid'));
  const forgotten = connection.run(() => new Promise(() => {}));
  const outcome = expect(forgotten).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  await kill(row?.pid);
  await outcome;
  await connection.end();
});

test('a transaction with a failed statement is not committed, even if its callback continues', async () => {
  const client = open(1);
  await client.unsafe('create temporary table done (id integer unique)');
  const swallowing = client.begin(async (transaction) => {
    await transaction.unsafe('insert into done values (1)');
    await transaction.unsafe('insert into done values (1)').then(undefined, () => {});
    return 'all is well';
  });
  await expect(swallowing).rejects.toMatchObject({ code: '23505' });
  expect([...(await client.unsafe('select * from done'))]).toEqual([]);
});

test('the queue for connections is bounded; the next statement is refused at once', async () => {
  const client = open(1);
  const free = await hold(client);
  const outcomes = Array.from({ length: 1_001 }, () =>
    client.unsafe('select 1').then(
      () => 'done',
      (error: { apiCode?: string }) => error.apiCode,
    ),
  );
  expect(await Promise.race(outcomes)).toBe('unavailable');
  await free();
  expect((await Promise.all(outcomes)).filter((outcome) => outcome === 'done')).toHaveLength(1_000);
});

test('the timeouts of a server are its settings, and a request waits for both of them', async () => {
  const config = readConfig({
    DATABASE_URL: inject('databaseUrl'),
    DATABASE_POOL_SIZE: '1',
    DATABASE_POOL_WAIT_MS: '50',
    DATABASE_STATEMENT_TIMEOUT_MS: '3000',
  });
  const { database, services, close } = await openRuntime(config, createLog({ logLevel: 'silent' }));
  expect(services.databaseTimeoutMs).toBe(3_150);
  const { db } = database;
  await db.transaction(async (transaction) => {
    await transaction.execute(`select set_config('idle_in_transaction_session_timeout', '0', true)`);
    await expect(db.execute('select 1')).rejects.toMatchObject({ cause: { apiCode: 'unavailable' } });
  });
  expect(await db.execute('select pg_sleep(600)').catch(sqlStateOf)).toBe('57014');
  await close();
});
