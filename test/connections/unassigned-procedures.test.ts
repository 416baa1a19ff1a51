import { expect, test } from 'vitest';
import { connectionDomains } from '../../src/connections/table.ts';
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
    record: (participants: string[], subject = 'Hello', content = 'Hello!', day = 1) =>
      recordUnassigned(organization.db, {
        ...{ participants, subject, content },
        occurredAt: new Date(Date.UTC(2026, 5, day)).toISOString(),
      }),
    domains: async () => {
      const { data } = resultOf(await calls.query('imports.unassigned'));
      return data.map((row: { domain: string; activities: number }) => `${row.domain} ${row.activities}`);
    },
  };
}

test('the unassigned activities of a domain are listed, newest first, and each can be read', async () => {
  const { query, record } = await furnished();
  await record(['Pat <pat@Initech.example>', 'ann@home.example'], 'Earlier', `<b>${'é'.repeat(10_000)}`, 1);
  await record(['ann@home.example', 'kim@initech.example'], 'Later', 'Second', 3);
  await record(['pat@sub.initech.example'], 'Other domain', '', 2);
  const { data } = resultOf(await query('imports.unassignedActivities', { domain: ' INITECH.example ' }));
  expect(data).toEqual([
    expect.objectContaining({
      subject: 'Later',
      from: 'ann@home.example',
      occurredAt: '2026-06-03T00:00:00.000Z',
    }),
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
