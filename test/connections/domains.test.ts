import { expect, test } from 'vitest';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { domainsOfInterest, domainsOfOthers, hasCountedOfInterest } from '../../src/connections/domains.ts';
import { createConnection } from '../../src/connections/queries.ts';
import { connectionDomains } from '../../src/connections/table.ts';
import { startApi } from '../support/api.ts';
import { connectionServices } from '../support/connections.ts';

const api = await startApi();

/** An organization, and a connection that counted a message of the domain. */
async function countedOf(domain: string) {
  const organization = await api.organization();
  const { id: organizationId, db } = organization;
  const { id: connectionId } = await createConnection(
    db,
    {
      type: 'imap',
      integration: 'gmail',
      settings: { host: 'imap.example.com', user: 'ann' },
      keep: 'clients',
      allowPrivate: false,
    },
    'swordfish',
    connectionServices(api.database).secrets,
  );
  const latestAt = '2026-06-01T12:00:00.000Z';
  await api.database.db
    .insert(connectionDomains)
    .values({ organizationId, connectionId, mailbox: 'INBOX', domain, messages: 1, latestAt });
  /** Tells if new messages of the domain are recorded, and if earlier ones are read again. */
  const interest = async () => ({
    recorded: (await domainsOfInterest(db, 'gmail', [domain])).has(domain),
    readAgain: await hasCountedOfInterest(db, connectionId, 'gmail'),
  });
  return { ...organization, interest };
}

const none = { recorded: false, readAgain: false };
const all = { recorded: true, readAgain: true };

test('mail of a domain is recorded, also retroactively, once it has a client', async () => {
  const { client, interest } = await countedOf('globex.example');
  expect(await interest()).toEqual(none);
  await client({ domain: 'globex.example' });
  expect(await interest()).toEqual(all);
});

test("neither a client nor a rule with the domain of the organization's users makes their mail recorded", async () => {
  const { client, db, interest, user } = await countedOf('own-home.example');
  await user({ email: 'ann@own-home.example' });
  await client({ domain: 'own-home.example' });
  await createRule(db, { integration: 'gmail', domain: 'own-home.example' });
  expect(await interest()).toEqual(none);
});

test('mail of a free-mail domain is recorded only with a rule, not because a client has the domain', async () => {
  const { client, db, interest } = await countedOf('gmail.com');
  await client({ domain: 'gmail.com' });
  expect(await interest()).toEqual(none);
  await createRule(db, { integration: 'gmail', domain: 'gmail.com' });
  expect(await interest()).toEqual(all);
});

test('a user with an address at a free-mail domain leaves its other addresses to others', async () => {
  const { db, interest, user } = await countedOf('gmail.com');
  await user({ email: 'ann@gmail.com' });
  await createRule(db, { integration: 'gmail', domain: 'gmail.com' });
  expect(await interest()).toEqual(all);
  const mails = [
    ['ann@gmail.com', 'pat@shop.example'],
    ['ann@gmail.com', 'box@gmail.com', 'kim@gmail.com'],
  ];
  expect(await domainsOfOthers(db, mails, 'Box@gmail.com')).toEqual([['shop.example'], ['gmail.com']]);
});
