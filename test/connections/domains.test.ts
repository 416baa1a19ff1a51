import { expect, test, vi } from 'vitest';
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

test('the participants that occurrences of a meeting share are looked through once', async () => {
  const { db, client } = await countedOf('recurring.example');
  await client({ domain: 'recurring.example' });
  const participants = ['pat@recurring.example', 'kim@recurring.example'];
  const filter = vi.spyOn(participants, 'filter');
  const found = await othersOf(
    db,
    'calendar',
    Array.from({ length: 500 }, () => participants),
  );
  expect(found).toHaveLength(500);
  expect(found.every(({ isOfInterest }) => isOfInterest)).toBe(true);
  expect(filter).toHaveBeenCalledTimes(1);
});

test('the list of unassigned domains has the highest count first, the same whatever its limit, without those of wired rules', async () => {
  const { client, count, db, token } = await countedOf('both.example');
  const recorded = { occurredAt: early, subject: 'Hello' };
  await recordUnassigned(db, { occurredAt: late, subject: 'Latest', participants: ['a@recorded.example'] });
  for (const name of ['one', 'two', 'three'])
    await recordUnassigned(db, { ...recorded, participants: [`${name}@recorded.example`] });
  for (const name of ['one', 'two', 'three'])
    await recordUnassigned(db, { ...recorded, participants: [`${name}@both.example`] });
  await count(3, early, 'counted.example');
  await count(9, early, 'wired.example');
  await createRule(db, { integration: 'any', domain: 'wired.example' });
  await client({ domain: 'wired.example' });
  const first = async (limit: number) =>
    resultOf(await callerOf(api, token).query('imports.unassigned', { limit })).data;
  const all = [
    { domain: 'both.example', activities: 5, latestSubject: 'Hello', latestAt: late },
    { domain: 'recorded.example', activities: 4, latestSubject: 'Latest', latestAt: late },
    { domain: 'counted.example', activities: 3, latestSubject: null, latestAt: early },
  ];
  expect(await first(100)).toEqual(all);
  expect(await first(1)).toEqual(all.slice(0, 1));
});
