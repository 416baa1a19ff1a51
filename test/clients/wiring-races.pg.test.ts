import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  clientsByDomain,
  createRule,
  holdClientsByDomain,
  listRules,
} from '../../src/clients/assignment-rules.ts';
import { createClient, deleteClient, getClient, updateClient } from '../../src/clients/queries.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { lockOrganization } from '../../src/organization/queries.ts';
import { startApi, type TestOrganization } from '../support/api.ts';

const api = await startApi();
const { db } = api.database;
const domain = 'globex.example';

/** Runs `work` with a transaction of the organization and the id of its connection, in the database's eyes. */
const inTransaction = <T>(
  { id }: TestOrganization,
  work: (transaction: TenantDb, connection: number) => Promise<T>,
) =>
  db.transaction(async (transaction) => {
    const [row] = await transaction.select({ id: sql<number>`pg_backend_pid()` }).from(sql`(select) as one`);
    return work(new TenantDb(transaction, id, true), row?.id ?? 0);
  });

/** Waits until a connection waits for a lock of this one, and returns its id. */
async function waiterOf(connection: number): Promise<number> {
  const read = async () => {
    const waiters = sql`(select pid from pg_stat_activity where ${connection} = any(pg_blocking_pids(pid))) as waiters`;
    const [row] = await db.select({ id: sql<number>`pid` }).from(waiters);
    return row?.id;
  };
  let waiter: number | undefined;
  await expect.poll(async () => (waiter = await read())).toBeDefined();
  return waiter ?? 0;
}

const actions = {
  'a new rule': (of: TenantDb) => createRule(of, { integration: 'gmail', domain }),
  'a new client': (of: TenantDb) => createClient(of, { name: 'Globex', domain }),
  'a domain change': (of: TenantDb, id: string) => updateClient(of, id, { domain }),
  'a deletion': (of: TenantDb, id: string) => deleteClient(of, id),
};

test.each([
  ['a new client', 'a new rule', null, true],
  ['a new rule', 'a new client', null, true],
  ['a domain change', 'a new rule', null, true],
  ['a new rule', 'a domain change', null, true],
  ['a deletion', 'a new rule', domain, false],
  ['a new rule', 'a deletion', domain, false],
] as const)('%s holds up %s, and neither overlooks the other', async (first, second, before, isWired) => {
  const organization = await api.organization();
  const { id } = await organization.client({ domain: before });
  let later: Promise<unknown> | undefined;
  await inTransaction(organization, async (transaction, connection) => {
    await actions[first](transaction, id);
    later = actions[second](organization.db, id);
    await waiterOf(connection);
  });
  await later;
  const rules = await listRules(organization.db, { limit: 100 });
  expect(rules.map(({ clientId }) => clientId !== null)).toEqual([isWired]);
});

test.each([
  ['a new rule', domain],
  ['a new client', null],
  ['a domain change', null],
] as const)('an activity that is being assigned holds up %s', async (change, before) => {
  const organization = await api.organization();
  const { id } = await organization.client({ domain: before });
  if (change !== 'a new rule') await actions['a new rule'](organization.db);
  let later: Promise<unknown> | undefined;
  await inTransaction(organization, async (transaction, connection) => {
    expect(await holdClientsByDomain(transaction, 'gmail', [domain])).toEqual(new Map());
    later = actions[change](organization.db, id);
    await waiterOf(connection);
  });
  await later;
  expect((await clientsByDomain(organization.db, 'gmail', [domain])).size).toBe(1);
});

test('when two clients are created at the same time, the first gets all the rules', async () => {
  const organization = await api.organization();
  for (const integration of ['gmail', 'slack']) await createRule(organization.db, { integration, domain });
  let later: Promise<unknown> | undefined;
  const made = await inTransaction(organization, async (transaction, connection) => {
    const client = await actions['a new client'](transaction);
    later = actions['a new client'](organization.db);
    await waiterOf(connection);
    return client;
  });
  await later;
  const rules = await listRules(organization.db, { limit: 100 });
  expect(rules.map(({ clientId }) => clientId)).toEqual([made.id, made.id]);
});

test('a domain change and the deletion of the client wait for each other without a deadlock', async () => {
  const organization = await api.organization();
  const { id } = await organization.client({ domain: null });
  await createRule(organization.db, { integration: 'gmail', domain });
  let both: Promise<unknown[]> | undefined;
  await inTransaction(organization, async (transaction, connection) => {
    await lockOrganization(transaction);
    const deletion = deleteClient(organization.db, id);
    const deleting = await waiterOf(connection);
    both = Promise.all([deletion, updateClient(organization.db, id, { domain })]);
    await waiterOf(deleting);
  });
  expect(await both).toEqual([expect.objectContaining({ id }), undefined]);
  expect(await getClient(organization.db, id)).toBeUndefined();
  expect(await listRules(organization.db, { limit: 100 })).toMatchObject([{ clientId: null }]);
});
