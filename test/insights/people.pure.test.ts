import { expect, test } from 'vitest';
import type { ClientHistory } from '../../src/insights/engine.ts';
import { peopleOf } from '../../src/insights/text/people.ts';

const historyWith = (isDeleted: boolean): ClientHistory => ({
  client: { id: 'globex', name: 'Globex' },
  clientDomains: [],
  users: [{ email: 'a.o@home.example', firstName: 'Annabel', lastName: 'Okafor', isDeleted }],
  timezone: 'UTC',
  asOf: '2026-06-10T00:00:00.000Z',
  activities: [],
  upcoming: undefined,
});

test('a user has the name of the user', () => {
  const people = peopleOf(historyWith(false));
  expect(people.of('a.o@home.example')).toMatchObject({ name: 'Annabel Okafor', side: 'ours' });
});

test('the name of a deleted user is not shown, and still tells the side', () => {
  const people = peopleOf(historyWith(true));
  const user = people.of('a.o@home.example');
  expect(user).toMatchObject({ name: expect.not.stringContaining('Annabel'), side: 'ours' });
  expect(people.of('Annabel Okafor')).toBe(user);
});
