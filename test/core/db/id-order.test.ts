import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { createClient, listClients } from '../../../src/clients/queries.ts';
import { clients } from '../../../src/clients/table.ts';
import type { TenantDb } from '../../../src/core/db/tenant.ts';
import { insert } from '../../../src/core/db/tenant-statements.ts';
import { createUser, listUsers } from '../../../src/users/queries.ts';
import { users } from '../../../src/users/table.ts';
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

const ann = { firstName: 'Ann', lastName: 'Okafor', email: 'ann@home.example', imageUrl: null };

const kinds = {
  client: {
    insertAhead: (organizationId: string) =>
      api.database.db.insert(clients).values({ organizationId, id: idOf(2 * dayMs), name: 'Globex' }),
    create: (db: TenantDb) => createClient(db, { name: 'Globex', domain: null }),
    list: listClients,
  },
  user: {
    insertAhead: (organizationId: string) =>
      api.database.db
        .insert(users)
        .values({ organizationId, id: idOf(2 * dayMs), ...ann, email: 'pat@home.example' }),
    create: (db: TenantDb) => createUser(db, ann),
    list: listUsers,
  },
};

test.each(Object.entries(kinds))(
  'a cursor that was saved while the clock was two days ahead does not skip a new %s',
  async (_kind, { insertAhead, create, list }) => {
    const { id, db } = await api.organization();
    await insertAhead(id);
    const [saved] = await list(db, { limit: 10 });
    const made = await create(db);
    expect((await list(db, { after: saved?.id ?? '', limit: 10 })).map((row) => row.id)).toEqual([made.id]);
  },
);

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
