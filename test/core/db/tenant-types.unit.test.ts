import { eq } from 'drizzle-orm';
import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { clients } from '../../../src/clients/table.ts';
import type { TenantDb } from '../../../src/core/db/tenant.ts';
import { insert, parameter, select, update } from '../../../src/core/db/tenant-statements.ts';

const byId = select('test.byId', clients, { id: clients.id }, ({ id }) => ({
  columns: { id: clients.id, domain: clients.domain },
  where: eq(clients.id, id),
}));
const page = select('test.page', clients, { limit: parameter<number>() }, ({ limit }) => ({
  columns: { id: clients.id },
  limit,
}));
const change = update('test.change', clients, { id: clients.id }, ({ id }) => ({
  columns: { id: clients.id },
  where: eq(clients.id, id),
}));
const creation = insert('test.creation', clients, { id: clients.id });
const untenanted = pgTable('untenanted', { id: uuid('id').notNull() });

/** Compiled and never called: each line below an expectation must not compile. */
const statements = {
  async reads(db: TenantDb) {
    const found: { id: string; domain: string | null } | undefined = await db.first(byId, { id: '12' });
    // @ts-expect-error an id is a string
    await db.first(byId, { id: 12 });
    // @ts-expect-error the id is missing
    await db.first(byId, {});
    // @ts-expect-error the name is no parameter
    await db.first(byId, { id: '12', name: 'Globex' });
    // @ts-expect-error a limit is a number
    await db.all(page, { limit: '21' });
    return found;
  },
  async updates(db: TenantDb) {
    await db.update(change, { name: 'Globex', domain: null }, { id: '12' });
    // @ts-expect-error there is no such column
    await db.update(change, { nam: 'Globex' }, { id: '12' });
    // @ts-expect-error a name is a string
    await db.update(change, { name: 12 }, { id: '12' });
    // @ts-expect-error a name cannot be null
    await db.update(change, { name: null }, { id: '12' });
    // @ts-expect-error a row stays in its organization
    await db.update(change, { organizationId: '12' }, { id: '12' });
    // @ts-expect-error an id is a string
    await db.update(change, { name: 'Globex' }, { id: 12 });
  },
  async insertions(db: TenantDb) {
    await db.insertOne(creation, { name: 'Globex' });
    // @ts-expect-error the name is missing
    await db.insertOne(creation, { domain: null });
    // @ts-expect-error there is no such column
    await db.insertOne(creation, { name: 'Globex', nam: 'Globex' });
    // @ts-expect-error the organization is the one of the database
    await db.insertOne(creation, { name: 'Globex', organizationId: '12' });
  },
  declarations() {
    // @ts-expect-error the table has no organization
    select('test.untenanted', untenanted, {}, () => ({ columns: { id: untenanted.id } }));
    // @ts-expect-error there is no such parameter
    select('test.unknown', clients, { id: clients.id }, ({ name }) => ({
      columns: { id: clients.id },
      where: eq(clients.name, name),
    }));
  },
};

test('patches, rows and parameters are typed from the table', () => {
  expect(Object.keys(statements)).toEqual(['reads', 'updates', 'insertions', 'declarations']);
});
