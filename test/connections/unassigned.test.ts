import { expect, test } from 'vitest';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { connectionDomains } from '../../src/connections/table.ts';
import { deleteUser } from '../../src/users/queries.ts';
import { startApi } from '../support/api.ts';
import { newConnection } from '../support/connections.ts';
import { expectRefused, generous } from '../support/rules.ts';
import { callerOf, resultOf } from '../support/trpc.ts';
import { recordUnassigned } from '../support/unassigned.ts';

const api = await startApi(generous);
const domain = 'initech.example';

async function furnished() {
  const organization = await api.organization();
  const calls = callerOf(api, organization.token);
  return {
    organization,
    ...calls,
    record: (participants: string[], fields: object = {}) =>
      recordUnassigned(organization.db, { participants, ...fields }),
    domains: async () => {
      const { data } = resultOf(await calls.query('imports.unassigned'));
      return data.map((row: { domain: string; activities: number }) => `${row.domain} ${row.activities}`);
    },
  };
}

test('participants without an address, or with a host that no rule can match, are left out', async () => {
  const { domains, record } = await furnished();
  await record(['Pat', '+49 30 1234', 'pat@', '@', 'root@localhost', 'Pat <>', 'a@.', '']);
  await record(['a@print_server.example', 'a@\u202emoc.xebolg', 'a@bücher.example']);
  await record([]);
  expect(await domains()).toEqual([]);
});

test('an activity counts once for each domain of its first five participants', async () => {
  const { domains, record } = await furnished();
  await record([
    'pat@d1.example',
    'Kim <kim@D1.example>',
    'Lee',
    'jo@d2.example',
    'x@d3.example',
    'y@d4.example',
  ]);
  expect(await domains()).toEqual(['d1.example 1', 'd2.example 1', 'd3.example 1']);
});

test("the domains of the organization's own users are left out, also of deleted ones", async () => {
  const { domains, record, organization } = await furnished();
  const { user, db } = organization;
  await user({ email: 'ann@home.example' });
  await deleteUser(db, (await user({ email: 'bob@former.example' })).id);
  await record(['pat@globex.example', 'ann@home.example', 'Bob <bob@former.example>', 'x@sub.home.example']);
  expect(await domains()).toEqual(['globex.example 1', 'sub.home.example 1']);
  const other = await furnished();
  await other.record(['ann@home.example']);
  expect(await other.domains()).toEqual(['home.example 1']);
});

test('a free-mail domain is listed even if a user has an address there, which is not counted', async () => {
  const { domains, record, organization } = await furnished();
  await organization.user({ email: 'ann@gmail.com' });
  await record(['pat@globex.example', 'Ann@gmail.com']);
  await record(['kim@gmail.com', 'ann@gmail.com']);
  expect(await domains()).toEqual(['globex.example 1', 'gmail.com 1']);
});

test('domains with a wired rule for any integration are left out: the worker assigns their activities', async () => {
  const { domains, record, organization } = await furnished();
  const { client, db } = organization;
  for (const name of ['wired', 'unwired', 'partly']) await record([`pat@${name}.example`]);
  await client({ domain: 'wired.example' });
  await client({ domain: 'partly.example' });
  await createRule(db, { integration: 'any', domain: 'wired.example' });
  await createRule(db, { integration: 'any', domain: 'unwired.example' });
  await createRule(db, { integration: 'gmail', domain: 'partly.example' });
  expect(await domains()).toEqual(['partly.example 1', 'unwired.example 1']);
});

test('the newest 2,000 unassigned activities are counted', async () => {
  const { domains, record, organization } = await furnished();
  await record(['pat@old.example']);
  await api.database.db.execute(`insert into activities (organization_id, id, type, source, source_id, subject, content, occurred_at, participants, immutable)
    select organization_id, ('01ffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, type, source, n, subject, content, occurred_at,
      array['pat@new.example'], immutable from activities, generate_series(1, 2000) n where organization_id = '${organization.id}'`);
  expect(await domains()).toEqual(['new.example 2000']);
});

test('the unassigned activities of a domain are listed, newest first, and each can be read', async () => {
  const { query, record } = await furnished();
  const on = (day: number) => new Date(Date.UTC(2026, 5, day)).toISOString();
  const content = `<b>${'é'.repeat(10_000)}`;
  const earlier = { subject: 'Earlier', content, occurredAt: on(1) };
  await record(['Pat <pat@Initech.example>', 'ann@home.example'], earlier);
  await record(['ann@home.example', 'kim@initech.example'], { subject: 'Later', occurredAt: on(3) });
  await record(['pat@sub.initech.example'], { subject: 'Other domain', occurredAt: on(2) });
  const { data } = resultOf(await query('imports.unassignedActivities', { domain: ' INITECH.example ' }));
  expect(data).toEqual([
    expect.objectContaining({ subject: 'Later', from: 'ann@home.example', occurredAt: on(3) }),
    expect.objectContaining({ subject: 'Earlier', from: 'Pat <pat@Initech.example>', type: 'email' }),
  ]);
  const read = await query('imports.unassignedActivity', { unassignedId: data[1].id });
  expect(resultOf(read).data).toEqual({
    ...data[1],
    participants: ['Pat <pat@Initech.example>', 'ann@home.example'],
    // Cut to 10,240 bytes, never inside a character.
    content: `<b>${'é'.repeat(5_118)}`,
  });
});

test('an activity with a client is not unassigned', async () => {
  const { organization, query, record } = await furnished();
  await organization.client({ domain });
  await organization.activities(domain, [{}]);
  await record(['pat@other.example']);
  expect(resultOf(await query('imports.unassignedActivities', { domain })).data).toEqual([]);
});

test('invalid domains are refused with what to send', async () => {
  const { query } = await furnished();
  for (const wrong of [undefined, '', 7, 'a\0', '\ud800.example', 'x'.repeat(254)])
    expectRefused(await query('imports.unassignedActivities', { domain: wrong }), 'domain');
  for (const odd of ["'; drop table activities; --", '%', 'no such domain'])
    expect(resultOf(await query('imports.unassignedActivities', { domain: odd })).data).toEqual([]);
});

test('an ignored domain is not listed, recorded or only counted, until its rule is deleted', async () => {
  const { organization, mutate, record, domains } = await furnished();
  const { db } = organization;
  // What another organization ignores does not count.
  resultOf(await (await furnished()).mutate('rules.create', { integration: 'none', domain }));
  await record([`pat@${domain}`]);
  await record(['pat@other.example']);
  const { id: connectionId } = await newConnection(db, { settings: {} });
  const counted = { domain, messages: 7, latestAt: '2026-01-01T00:00:00.000Z' };
  await db.insert(connectionDomains, [{ connectionId, mailbox: 'INBOX', ...counted }]);
  expect(await domains()).toEqual([`${domain} 8`, 'other.example 1']);
  const { id: ruleId } = resultOf(await mutate('rules.create', { integration: 'none', domain })).data;
  expect(await domains()).toEqual(['other.example 1']);
  resultOf(await mutate('rules.delete', { ruleId }));
  expect(await domains()).toEqual([`${domain} 8`, 'other.example 1']);
});
