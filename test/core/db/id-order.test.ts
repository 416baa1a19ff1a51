import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { createClient, listClients } from '../../../src/clients/queries.ts';
import { clients } from '../../../src/clients/table.ts';
import { insert } from '../../../src/core/db/tenant-statements.ts';
import { startApi, type TestOrganization } from '../../support/api.ts';
import { auditOf } from '../../support/rules.ts';

const api = await startApi();

const dayMs = 86_400_000;

/** An id as a process makes it whose clock is so far ahead of this one's. */
const idOf = (aheadMs: number) => v7({ msecs: Date.now() + aheadMs });

const insertion = insert('test.clients', clients, { id: clients.id }).statement(['name'], []);

/** Inserts a client as a process does whose clock is so far ahead; gives its id. */
async function insertAhead({ id }: TestOrganization, aheadMs: number): Promise<string> {
  const values = { organizationId: id, id: idOf(aheadMs), 'set.name': 'Globex' };
  const [row] = await insertion.run(api.database.db, values);
  return row?.id ?? '';
}

test('a cursor that was saved while the clock was two days ahead does not skip a new client', async () => {
  const organization = await api.organization();
  const saved = await insertAhead(organization, 2 * dayMs);
  const made = await createClient(organization.db, { name: 'Globex', domain: null });
  expect((await listClients(organization.db, { after: saved, limit: 10 })).map((row) => row.id)).toEqual([
    made.id,
  ]);
});

test('an id that follows one ahead of the clock is a UUID of version 7, 1 ms later', async () => {
  const organization = await api.organization();
  await insertAhead(organization, dayMs);
  const before = await insertAhead(organization, 2 * dayMs);
  const after = await insertAhead(organization, 0);
  expect(after).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const msOf = (uuid: string) => Number.parseInt(uuid.replace('-', '').slice(0, 12), 16);
  expect(msOf(after) - msOf(before)).toBe(1);
});

test('ids ahead of the clock in one organization do not affect another', async () => {
  const future = await insertAhead(await api.organization(), 2 * dayMs);
  expect((await insertAhead(await api.organization(), 0)) < future).toBe(true);
});

test('the idempotency record and audit entry of a new client contain its final id', async () => {
  const organization = await api.organization();
  const before = await insertAhead(organization, 2 * dayMs);
  const { token } = organization;
  const sent = { token, body: { name: 'Globex' }, headers: { 'idempotency-key': 'one' } };
  const made = await api.post('/v1/clients', sent);
  const { id } = made.body.data;
  expect(id > before).toBe(true);
  expect((await api.post('/v1/clients', sent)).body).toEqual(made.body);
  expect((await auditOf(organization)).map(({ resource }) => resource)).toEqual([`clients/${id}`]);
});

test('simultaneous inserts all sort after every row committed before they began', async () => {
  const organization = await api.organization();
  const before = await insertAhead(organization, 2 * dayMs);
  const together = [0, -dayMs, 3 * dayMs, 50].map((aheadMs) => insertAhead(organization, aheadMs));
  const made = await Promise.all(together);
  for (const id of made) expect(id > before).toBe(true);
  expect(new Set(made).size).toBe(made.length);
});
