import { expect, test } from 'vitest';
import { peopleOf } from '../../src/insights/text/people.ts';
import { history } from './histories.ts';

test('the name of a deleted user is not shown, and still tells the side', () => {
  const user = { email: 'a.o@home.example', firstName: 'Annabel', lastName: 'Okafor' };
  const peopleWith = (isDeleted: boolean) => peopleOf(history([], { users: [{ ...user, isDeleted }] }));
  const of = { name: 'Annabel Okafor', side: 'ours' };
  expect(peopleWith(false).of(user.email)).toMatchObject(of);
  const people = peopleWith(true);
  const deleted = people.of(user.email);
  expect(deleted).toMatchObject({ name: expect.not.stringContaining('Annabel'), side: 'ours' });
  expect(people.of(of.name)).toBe(deleted);
});
