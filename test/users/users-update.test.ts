import { expect, test } from 'vitest';
import { users } from '../../src/users/table.ts';
import { startApi } from '../support/api.ts';

const api = await startApi();

test('the stored identity provider id is neither changed nor returned', async () => {
  const { db, token } = await api.organization();
  const row = { firstName: 'Ann', lastName: 'Okafor', email: 'ann@test.example', idpUserId: 'idp|1' };
  const [made] = await db.insert(users, [row]).returning({ id: users.id });
  const { status, text } = await api.put(`/v1/users/${made?.id}`, {
    token,
    body: { firstName: 'Zoë', idpUserID: null },
  });
  expect(status).toBe(200);
  expect(text).not.toContain('idp');
  const stored = await api.database.db.select({ id: users.id, idp: users.idpUserId }).from(users);
  expect(stored.find(({ id }) => id === made?.id)?.idp).toBe('idp|1');
});
