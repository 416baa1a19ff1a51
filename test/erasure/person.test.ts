import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addressPattern, idPattern, textPattern } from '../../src/erasure/person.ts';
import { startApi } from '../support/api.ts';

const { database } = await startApi();
const person = { email: 'ann@acme.example', firstName: 'Ann', lastName: 'Müller' };

async function matches(text: string, pattern: string): Promise<boolean> {
  const matched = sql<boolean>`${text}::text ~* ${pattern}::text`;
  const [row] = await database.db.select({ matched }).from(sql`(values (1)) as one`);
  return row?.matched === true;
}

test.each([
  'Ann Müller',
  'ANN\nMÜLLER,',
  'Ann\u00a0Müller',
  'Ann\u202fMüller',
  'Müller, Ann',
  'Ann Müller'.normalize('NFD'),
  '_Ann Müller_',
  'ann@acme.example',
  '<Ann@Acme.example>.',
  '_ann@acme.example_',
  'ann@acme.example- Tel',
  'https://list.example/?u=ann%40acme.example',
  'https://list.example/?u=%20ann%40acme.example&v',
  'bounce+ann=acme.example@list.example',
])('%j names the person in a text', async (text) => {
  expect(await matches(`Hi ${text} and others`, textPattern(person))).toBe(true);
});

test.each([
  'Joann Müller',
  'Ann Müllers',
  'Ann Maria Müller',
  'Ann',
  'Müller',
  'joann@acme.example',
  'jo.ann@acme.example',
  'jo_ann@acme.example',
  'ann@acme.example.com',
  'ann@acme.example-labs.com',
  'ann@acme.examples',
  'joann=acme.example@list.example',
])('%j names another one', async (text) => {
  expect(await matches(`Hi ${text} and others`, textPattern(person))).toBe(false);
});

test('an address is matched as it is, and the characters of a name mean nothing else', async () => {
  const odd = { email: 'a.b+c@acme.example', firstName: '(Ann', lastName: '*[Lee]' };
  expect(await matches('a.b+c@acme.example', addressPattern(odd.email))).toBe(true);
  expect(await matches('aXb+c@acme.example', addressPattern(odd.email))).toBe(false);
  expect(await matches('(Ann *[Lee]', textPattern(odd))).toBe(true);
  expect(await matches('Ann Lee', textPattern(odd))).toBe(false);
  expect(await matches('1.xa.b+c%40acme.example', idPattern(odd))).toBe(true);
});
