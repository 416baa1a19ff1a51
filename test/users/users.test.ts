import { expect, test } from 'vitest';
import { findUsersOfDomains } from '../../src/users/queries.ts';
import { users } from '../../src/users/table.ts';
import { startApi } from '../support/api.ts';

const api = await startApi();

test('users are listed in order of creation, each with exactly its seven fields', async () => {
  const { token, db } = await api.organization();
  const rows = [
    {
      firstName: 'Zoë',
      lastName: 'Zimmer',
      email: 'zoe@test.example',
      imageUrl: 'https://img.example/zoe.png',
      idpUserId: 'idp|1',
    },
    { firstName: 'Ann', lastName: 'Abel', email: 'ann@test.example', idpUserId: 'idp|2' },
  ];
  const made = await db.insert(users, rows).returning({ id: users.id, createdAt: users.createdAt });
  const { body, text } = await api.get('/v1/users', { token });
  const data = rows.map(({ idpUserId: _hidden, ...row }, index) => ({
    imageUrl: null,
    ...row,
    ...made[index],
    updatedAt: made[index]?.createdAt,
  }));
  expect(body).toEqual({ data, meta: { cursor: null, hasMore: false } });
  expect(text).not.toContain('idp');
});

test('of each domain, a user of the organization is found, whoever else has users there', async () => {
  const [other, own] = [await api.organization(), await api.organization()];
  for (const name of ['ann', 'bob']) await other.user({ email: `${name}@shared-home.example` });
  await other.user({ email: 'cy@foreign-home.example' });
  await own.user({ email: 'kim@shared-home.example' });
  const found = await findUsersOfDomains(own.db, ['shared-home.example', 'foreign-home.example']);
  expect(found.map(({ email }) => email)).toEqual(['kim@shared-home.example']);
});
