import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { clients } from '../../../src/clients/table.ts';
import { newId } from '../../../src/core/db/id.ts';
import { statement } from '../../../src/core/db/statement.ts';
import { TenantDb } from '../../../src/core/db/tenant.ts';
import { getOrganization } from '../../../src/organization/queries.ts';
import { startApi } from '../../support/api.ts';
import { atEndOfFile } from '../../support/cleanup.ts';
import { openTestPostgres } from '../../support/postgres.ts';

const api = await startApi();

const preparedOnServer = statement('test.prepared', (db, name) =>
  db
    .select({ text: sql<string>`statement`, uses: sql<number>`(generic_plans + custom_plans)::int` })
    .from(sql`pg_prepared_statements`)
    .where(sql`statement like ${sql.placeholder('like')}`)
    .prepare(name),
);

test('a statement is prepared once per connection, and then only executed', async () => {
  const { db, close } = openTestPostgres(inject('databaseUrl'), 1);
  atEndOfFile(close);
  const { id } = await api.organization();
  const tenant = new TenantDb(db, id);
  for (let use = 0; use < 3; use++) expect(await getOrganization(tenant)).toMatchObject({ id });
  const prepared = await preparedOnServer.run(db, { like: 'select%"organizations"%' });
  expect(prepared).toEqual([{ text: expect.stringContaining('"slug"'), uses: 3 }]);
});

test('a statement made at run time is prepared too, unless it is so long that it inserts many rows', async () => {
  const { db, close } = openTestPostgres(inject('databaseUrl'), 1);
  atEndOfFile(close);
  const { id } = await api.organization();
  const tenant = new TenantDb(db, id);
  for (let use = 0; use < 2; use++) expect(await tenant.count(clients)).toBe(0);
  await tenant.insert(
    clients,
    Array.from({ length: 100 }, () => ({ id: newId(), name: 'Globex' })),
  );
  const prepared = await preparedOnServer.run(db, { like: '%"clients"%' });
  expect(prepared).toEqual([{ text: expect.stringContaining('count(*)'), uses: 2 }]);
});
