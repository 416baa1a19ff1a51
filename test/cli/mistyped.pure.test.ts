import { expect, test } from 'vitest';
import { likelyMeant } from '../../src/cli/mistyped.ts';

const known = ['calendar', 'crm', 'gmail', 'mailbox1', 'support-mail'];

test.each([
  ['gmail', 'gmial gmal ggmail hmail'],
  ['calendar', 'calender claendra'],
  ['support-mail', 'suport-mial'],
])('slips of %s are %s', (meant, names) => {
  for (const name of names.split(' ')) expect([name, likelyMeant(name, known)]).toEqual([name, meant]);
});

test.each('gmail outlook slack hubspot gail2 crm2 crn mailbox2 gmail-sales gmail_2'.split(' '))(
  '%s is taken as meant',
  (name) => expect(likelyMeant(name, known)).toBeUndefined(),
);

test('an integration that many organizations have is no slip of another, and nothing is known at first', () => {
  expect(likelyMeant('gmail', ['email'])).toBeUndefined();
  expect(likelyMeant('email', ['gmail'])).toBe('gmail');
  expect(likelyMeant('gmial', [])).toBeUndefined();
});
