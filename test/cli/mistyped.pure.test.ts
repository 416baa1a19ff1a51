import { expect, test } from 'vitest';
import { likelyMeant } from '../../src/cli/procedures/mistyped.ts';

const known = ['calendar', 'crm', 'gmail', 'mailbox1', 'support-mail'];

test.each([
  ['gmial', 'gmail'],
  ['gmal', 'gmail'],
  ['ggmail', 'gmail'],
  ['hmail', 'gmail'],
  ['calender', 'calendar'],
  ['claendra', 'calendar'],
  ['suport-mial', 'support-mail'],
])('%s is taken for a slip of %s', (name, meant) => {
  expect(likelyMeant(name, known)).toBe(meant);
});

test.each([
  'gmail',
  'outlook',
  'slack',
  'hubspot',
  'gail2',
  'crm2',
  'crn',
  'mailbox2',
  'gmail-sales',
  'gmail_2',
])('%s is taken as meant', (name) => {
  expect(likelyMeant(name, known)).toBeUndefined();
});

test('an integration that many organizations have is no slip of another, and nothing is known at first', () => {
  expect(likelyMeant('gmail', ['email'])).toBeUndefined();
  expect(likelyMeant('email', ['gmail'])).toBe('gmail');
  expect(likelyMeant('gmial', [])).toBeUndefined();
});
