import { expect, inject, test } from 'vitest';
import { openPool } from '../../src/core/pool.ts';
import { atEndOfFile } from '../support/closings.ts';

function open(size: number) {
  const pool = openPool(inject('databaseUrl'), { size, waitMs: 400 });
  atEndOfFile(() => pool.close());
  return pool.client;
}

test('what waits too long for a connection is refused as unavailable, and not done later', async () => {
  const client = open(1);
  await client.unsafe('create temporary table done (id integer)');
  const slow = client.unsafe('select pg_sleep(1)').then((rows) => rows);
  await expect(client.unsafe('insert into done values (1)').then((rows) => rows)).rejects.toMatchObject({
    apiCode: 'unavailable',
  });
  await slow;
  expect([...(await client.unsafe('select * from done'))]).toEqual([]);
});

test('many more statements than connections are all done, each once', async () => {
  const client = open(3);
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, id) => client.unsafe('select $1::int as id', [id], { prepare: true })),
  );
  expect(answers.map(([row]) => row?.id)).toEqual(Array.from({ length: 300 }, (_, id) => id));
});

test('a transaction has a connection to itself, and one that fails gives it back', async () => {
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
