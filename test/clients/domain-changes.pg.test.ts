import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createRule, listRules } from '../../src/clients/assignment-rules.ts';
import { deleteClient, getClient, updateClient } from '../../src/clients/queries.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { lockOrganization } from '../../src/organization/queries.ts';
import { startApi, type TestOrganization } from '../support/api.ts';

const api = await startApi();
const { db } = api.database;
const domain = 'globex.example';

/** Runs `work` with a transaction of the organization and the id of its connection, in the database's eyes. */
const inTransaction = (
  { id }: TestOrganization,
  work: (transaction: TenantDb, connection: number) => Promise<unknown>,
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

test('a domain change waits for a rule in creation, and then wires it', async () => {
  const organization = await api.organization();
  const { id } = await organization.client({ domain: null });
  let change: Promise<unknown> | undefined;
  await inTransaction(organization, async (transaction, connection) => {
    await createRule(transaction, { integration: 'gmail', domain });
    change = updateClient(organization.db, id, { domain });
    await waiterOf(connection);
  });
  await change;
  expect(await listRules(organization.db, { limit: 100 })).toMatchObject([{ clientId: id }]);
});

test('a rule in creation waits for a domain change, and is then wired to the client', async () => {
  const organization = await api.organization();
  const { id } = await organization.client({ domain: null });
  let creation: Promise<unknown> | undefined;
  await inTransaction(organization, async (transaction, connection) => {
    await updateClient(transaction, id, { domain });
    creation = createRule(organization.db, { integration: 'gmail', domain });
    await waiterOf(connection);
  });
  expect(await creation).toMatchObject({ clientId: id });
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
