import { expect, test } from 'vitest';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { hasCountedOfInterest, othersOf } from '../../src/connections/domains.ts';
import { connectionDomains } from '../../src/connections/table.ts';
import { startApi } from '../support/api.ts';
import { newConnection } from '../support/connections.ts';
import { callerOf, resultOf } from '../support/trpc.ts';
import { addTwin } from '../support/twin.ts';
import { recordUnassigned } from '../support/unassigned.ts';

const api = await startApi();

const [early, late] = ['2026-06-01T12:00:00.000Z', '2026-06-09T12:00:00.000Z'];

/** An organization, and a connection that counted two messages of the domain. */
async function countedOf(domain: string) {
  const organization = await api.organization();
  const { db } = organization;
  const { id: connectionId } = await newConnection(db, { settings: { host: 'imap.example.com' } });
  const count = (messages: number, latestAt: string, counted = domain) =>
    db.insert(connectionDomains, [{ connectionId, mailbox: 'INBOX', domain: counted, messages, latestAt }]);
  await count(2, late);
  /** Tells if new messages of the domain are recorded, and if earlier ones are read again. */
  const interest = async () => ({
    recorded: (await othersOf(db, 'gmail', [[`pat@${domain}`]]))[0]?.isOfInterest,
    readAgain: await hasCountedOfInterest(db, connectionId, 'gmail'),
  });
  return { ...organization, count, interest };
}

const none = { recorded: false, readAgain: false };
const all = { recorded: true, readAgain: true };

test('mail of a domain is recorded, also retroactively, once it has a client; other organizations decide nothing', async () => {
  const domain = 'known-to-many.example';
  const [own, other, third] = [await countedOf(domain), await countedOf(domain), await api.organization()];
  await other.client({ domain });
  await createRule(other.db, { integration: 'gmail', domain });
  expect(await own.interest()).toEqual(none);
  await third.user({ email: `ann@${domain}` });
  await own.client({ domain });
  expect(await own.interest()).toEqual(all);
  await addTwin(api.database, own.id);
  await own.db.delete(connectionDomains);
  expect(await own.interest()).toEqual({ recorded: true, readAgain: false });
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
  expect(await othersOf(db, 'gmail', mails, 'Box@gmail.com')).toEqual([
    { domains: ['shop.example'], isOfInterest: false },
    { domains: ['gmail.com'], isOfInterest: true },
  ]);
});

test('domains of unassigned activities and of messages that were only counted are one list', async () => {
  const { count, db, token } = await countedOf('both.example');
  await recordUnassigned(db, { participants: ['pat@both.example'], subject: 'Hello', occurredAt: early });
  await count(5, early, 'counted.example');
  const { data } = resultOf(await callerOf(api, token).query('imports.unassigned', {}));
  expect(data).toEqual([
    { domain: 'counted.example', activities: 5, latestSubject: null, latestAt: early },
    { domain: 'both.example', activities: 3, latestSubject: 'Hello', latestAt: late },
  ]);
});
