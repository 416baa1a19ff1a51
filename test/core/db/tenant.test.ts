import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clients } from '../../../src/clients/table.ts';
import { update } from '../../../src/core/db/tenant-statements.ts';
import { startApi } from '../../support/api.ts';

const api = await startApi();

const rename = update('test.rename', clients, { id: clients.id }, ({ id }) => ({
  columns: { name: clients.name },
  where: eq(clients.id, id),
}));

test('a write stays in its organization, whatever its values name', async () => {
  const [own, other] = [await api.organization(), await api.organization()];
  const { id } = await other.client({ name: 'Globex' });
  const values = { id, organizationId: other.id };
  expect(await own.db.write(rename, values, { name: 'Taken' })).toEqual([]);
  expect(await other.db.select({ name: clients.name }, clients)).toEqual([{ name: 'Globex' }]);
});
