import { expect, test } from 'vitest';
import { deleteClient } from '../../src/clients/queries.ts';
import { maxActivitiesRead, maxResults } from '../../src/search/queries.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { author } from '../support/receiver.ts';
import { expectRefused, generous } from '../support/rules.ts';
import { callerOf, resultOf } from '../support/trpc.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi(generous);

const find = async (token: string, query: string) =>
  resultOf(await callerOf(api, token).query('search.find', { query })).data;

const clientNames = async ({ token }: TestOrganization, query: string) =>
  (await find(token, query)).clients.map(({ name }: { name: string }) => name);

const subjects = async ({ token }: TestOrganization, query: string) =>
  (await find(token, query)).activities.map(({ subject }: { subject: string }) => subject);

/** An organization with a client, a person of that client and mail with her. */
async function withMail() {
  const organization = await api.organization();
  const client = await organization.client({ name: 'Globex', domain: 'globex.example' });
  await organization.user({ email: 'ann@home.example' });
  await organization.activities('globex.example', [
    {
      subject: 'Renewal of the contract',
      participants: ['Mona@globex.example', 'ann@home.example'],
      participantNames: ['Mona Iversen', 'Ann Mona'],
      occurredAt: '2026-06-01T12:00:00.000Z',
    },
    { subject: 'Renewal', occurredAt: '2026-06-02T12:00:00.000Z' },
  ]);
  return { organization, client };
}

test('clients are found by a part of the name or domain in any case, names that begin with it first', async () => {
  const organization = await api.organization();
  for (const name of ['Newglobe', 'The Globe', 'Globex', 'Initech'])
    await organization.client({ name, domain: name === 'Initech' ? 'globe.example' : null });
  expect(await clientNames(organization, ' gLOBE ')).toEqual(['Globex', 'The Globe', 'Initech', 'Newglobe']);
});

test('people are found by name or address, with the client of their last activity, and users are not', async () => {
  const { organization, client } = await withMail();
  const mona = {
    address: 'Mona@globex.example',
    name: 'Mona Iversen',
    clientId: client.id,
    clientName: 'Globex',
  };
  expect((await find(organization.token, 'mona')).people).toEqual([mona]);
  expect((await find(organization.token, 'iversen')).people).toEqual([mona]);
  expect((await find(organization.token, 'ann@home')).people).toEqual([]);
});

test('activities are found by subject, newest first', async () => {
  const { organization, client } = await withMail();
  const { activities } = await find(organization.token, 'renewal');
  expect(activities).toEqual([
    {
      id: expect.any(String),
      clientId: client.id,
      clientName: 'Globex',
      subject: 'Renewal',
      occurredAt: '2026-06-02T12:00:00.000Z',
    },
    expect.objectContaining({ subject: 'Renewal of the contract' }),
  ]);
});

test('a deleted client is not found, nor are its people and activities', async () => {
  const { organization, client } = await withMail();
  await deleteClient(organization.db.writtenBy(author), client.id);
  for (const query of ['globex', 'mona', 'renewal'])
    expect(await find(organization.token, query)).toEqual({ clients: [], people: [], activities: [] });
});

test('rows of another organization are never found, even those with the same ids', async () => {
  const { organization } = await withMail();
  const other = await withMail();
  await other.organization.user({ email: 'mona@globex.example' });
  await addTwin(api.database, organization.id);
  for (const query of ['globex', 'mona', 'renewal']) {
    const { clients, people, activities } = await find(organization.token, query);
    const counts = { globex: [1, 2, 0], mona: [0, 1, 0], renewal: [0, 0, 2] }[query];
    expect([clients.length, people.length, activities.length]).toEqual(counts);
    expect(JSON.stringify([clients, people, activities])).not.toContain(other.client.id);
  }
});

test.each([
  ['100%', '100 of 100'],
  ['a_b', 'axb'],
  [String.raw`c\d`, 'cd'],
  ["o'b", 'ob'],
])('%j is taken literally', async (query, other) => {
  const organization = await api.organization();
  await organization.client({ name: `is ${query} too`, domain: 'globex.example' });
  await organization.client({ name: other });
  await organization.activities('globex.example', [{ subject: `is ${query} too` }, { subject: other }]);
  expect(await clientNames(organization, query)).toEqual([`is ${query} too`]);
  expect(await subjects(organization, query)).toEqual([`is ${query} too`]);
});

test.each([[''], [' a '], ['x'.repeat(101)], ['a\0b'], ['a\ud800'], [7], [undefined]])(
  'the query %j is refused',
  async (query) => {
    const { token } = await api.organization();
    expectRefused(await callerOf(api, token).query('search.find', { query }), 'query');
  },
);

test('without activities:read only clients are found', async () => {
  const { organization } = await withMail();
  const { clients, people, activities } = await find(await organization.userKey(['clients:read']), 'globex');
  expect([clients.length, people, activities]).toEqual([1, [], []]);
});

test('at most eight of each kind are listed, and only the newest activities of the organization are searched', async () => {
  const [other, { organization }] = [await withMail(), await withMail()];
  for (let number = 0; number <= maxResults; number += 1)
    await organization.client({ name: `Acme ${number}` });
  expect(await clientNames(organization, 'acme')).toHaveLength(maxResults);
  await organization.activities('globex.example', Array(maxActivitiesRead - 1).fill({ subject: 'Later' }));
  expect(await subjects(organization, 'later')).toHaveLength(maxResults);
  expect(await subjects(organization, 'renewal')).toEqual(['Renewal']);
  expect(await subjects(other.organization, 'renewal')).toHaveLength(2);
});
