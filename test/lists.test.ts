import { hash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deleteRule } from '../src/clients/assignment-rules.ts';
import { deleteClient } from '../src/clients/queries.ts';
import { assignmentRules, clients } from '../src/clients/table.ts';
import { tokens } from '../src/tokens/table.ts';
import { deleteUser } from '../src/users/queries.ts';
import { users } from '../src/users/table.ts';
import { startApi, type TestOrganization } from './support/api.ts';
import { auditOf, expectRefused, generous } from './support/rules.ts';
import { callerOf, resultOf, walkOf } from './support/trpc.ts';

const api = await startApi(generous);
const unique = () => `x${randomUUID()}`;

interface List {
  /** Inserts rows, and returns their ids in the order of creation. */
  insert(db: TestOrganization['db'], count: number): Promise<{ id: string }[]>;
  delete?(db: TestOrganization['db'], id: string): Promise<unknown>;
}

const rows = <T>(count: number, row: () => T) => Array.from({ length: count }, row);

const lists: Record<string, List> = {
  'clients.list': {
    insert: (db, count) =>
      db
        .insert(
          clients,
          rows(count, () => ({ name: 'Globex' })),
        )
        .returning({ id: clients.id }),
    delete: deleteClient,
  },
  'users.list': {
    insert: (db, count) => {
      const row = () => ({ firstName: 'Ann', lastName: 'Okafor', email: `${unique()}@test.example` });
      return db.insert(users, rows(count, row)).returning({ id: users.id });
    },
    delete: deleteUser,
  },
  'rules.list': {
    insert: (db, count) => {
      const row = () => ({ integration: 'gmail', domain: `${unique()}.example` });
      return db.insert(assignmentRules, rows(count, row)).returning({ id: assignmentRules.id });
    },
    delete: deleteRule,
  },
  'tokens.list': {
    insert: (db, count) => {
      const row = () => ({ hash: hash('sha256', unique()) });
      return db.insert(tokens, rows(count, row)).returning({ id: tokens.id });
    },
  },
};

describe.each(Object.entries(lists))('%s', (name, list) => {
  const make = async ({ db }: TestOrganization, count: number) =>
    (await list.insert(db, count)).map(({ id }) => id);

  test('a page holds 20 rows by default and up to 100, and pages return every row once, in order, without an empty last page', async () => {
    const organization = await api.organization();
    await make(await api.organization(), 1);
    const caller = callerOf(api, organization.token);
    // There is a token already, that of the caller.
    const before = await walkOf(caller, name);
    expect(before.ids).toHaveLength(name === 'tokens.list' ? 1 : 0);
    const all = [...before.ids, ...(await make(organization, 105 - before.ids.length))];
    const { data, meta } = resultOf(await caller.query(name));
    expect(data.map(({ id }: { id: string }) => id)).toEqual(all.slice(0, 20));
    const { cursor } = meta;
    const next = resultOf(await caller.query(name, { limit: 2, cursor })).data;
    expect(next.map(({ id }: { id: string }) => id)).toEqual(all.slice(20, 22));
    for (const [limit, sizes] of [
      [7, Array(15).fill(7)],
      [101, [100, 5]],
    ] as const)
      expect(await walkOf(caller, name, { limit })).toEqual({ ids: all, sizes });
    expect(await auditOf(organization)).toEqual([]);
  });

  test('cursors of other lists and organizations are refused, along with other invalid parameters', async () => {
    const [mine, other] = [await api.organization(), await api.organization()];
    const cursorOf = async ({ token }: TestOrganization, of: string) =>
      resultOf(await callerOf(api, token).query(of, { limit: 1 })).meta.cursor;
    const another = name === 'clients.list' ? 'users.list' : 'clients.list';
    await make(other, 2);
    await lists[another]?.insert(mine.db, 2);
    const [foreign, ofAnother] = [await cursorOf(other, name), await cursorOf(mine, another)];
    const { query } = callerOf(api, mine.token);
    for (const cursor of [foreign, ofAnother]) expectRefused(await query(name, { cursor }), 'cursor');
    for (const cursor of [ofAnother, ' '])
      expectRefused(await query(name, { limit: 0, cursor }), 'limit', 'cursor');
  });

  if (!list.delete) return;
  const { delete: remove } = list;

  test('pages never repeat or skip a row when others are added and deleted meanwhile', async () => {
    const organization = await api.organization();
    const early = await make(organization, 9);
    const late: string[] = [];
    const caller = callerOf(api, organization.token);
    const { ids } = await walkOf(caller, name, { limit: 3 }, async (pageNumber) => {
      if (pageNumber > 2) return;
      // The very row that the cursor stands on goes, and so does the one before it.
      for (const id of early.slice(pageNumber * 3 - 2, pageNumber * 3)) await remove(organization.db, id);
      late.push(...(await make(organization, 1)));
    });
    expect(ids).toEqual([...early, ...late]);
    const gone = [...early.slice(1, 3), ...early.slice(4, 6)];
    const left = [...early, ...late].filter((id) => !gone.includes(id));
    expect((await walkOf(caller, name)).ids).toEqual(left);
  });
});
