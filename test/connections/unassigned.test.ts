import { expect, test } from 'vitest';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { deleteUser } from '../../src/users/queries.ts';
import { startApi } from '../support/api.ts';
import { generous } from '../support/rules.ts';
import { callerOf, resultOf } from '../support/trpc.ts';
import { recordUnassigned } from '../support/unassigned.ts';

const api = await startApi(generous);

async function furnished() {
  const organization = await api.organization();
  const list = async (input: object = {}) =>
    resultOf(await callerOf(api, organization.token).query('imports.unassigned', input)).data;
  const record = (participants: string[], subject = 'Hello', occurredAt = '2026-06-01T12:00:00.000Z') =>
    recordUnassigned(organization.db, { participants, subject, occurredAt });
  return { ...organization, list, record };
}

const domainsIn = (rows: { domain: string; activities: number }[]) =>
  rows.map(({ domain, activities }) => `${domain} ${activities}`);

test('unassigned activities are counted by domain, highest count first, with the latest subject', async () => {
  const { list, record } = await furnished();
  await record(['pat@few.example'], 'Only', '2026-06-09T12:00:00.000Z');
  await record(['pat@many.example'], 'Latest', '2026-06-03T12:00:00.000Z');
  await record(['kim@many.example'], 'Earlier', '2026-06-01T12:00:00.000Z');
  await record(['kim@also.example'], 'Also', '2026-06-01T12:00:00.000Z');
  expect(await list()).toEqual([
    { domain: 'many.example', activities: 2, latestSubject: 'Latest', latestAt: '2026-06-03T12:00:00.000Z' },
    { domain: 'also.example', activities: 1, latestSubject: 'Also', latestAt: '2026-06-01T12:00:00.000Z' },
    { domain: 'few.example', activities: 1, latestSubject: 'Only', latestAt: '2026-06-09T12:00:00.000Z' },
  ]);
  expect(domainsIn(await list({ limit: 1 }))).toEqual(['many.example 2']);
});

test('participants without an address, or with a host that no rule can match, are left out', async () => {
  const { list, record } = await furnished();
  await record(['Pat', '+49 30 1234', 'pat@', '@', 'root@localhost', 'Pat <>', 'a@.', '']);
  await record(['a@print_server.example', 'a@\u202emoc.xebolg', 'a@bücher.example']);
  await record([]);
  expect(await list()).toEqual([]);
});

test('an activity counts once for each domain of its first five participants', async () => {
  const { list, record } = await furnished();
  await record([
    'pat@d1.example',
    'Kim <kim@D1.example>',
    'Lee',
    'jo@d2.example',
    'x@d3.example',
    'y@d4.example',
  ]);
  expect(domainsIn(await list())).toEqual(['d1.example 1', 'd2.example 1', 'd3.example 1']);
});

test("the domains of the organization's own users are left out, also of deleted ones", async () => {
  const { list, record, user, db } = await furnished();
  await user({ email: 'ann@home.example' });
  await deleteUser(db, (await user({ email: 'bob@former.example' })).id);
  await record(['pat@globex.example', 'ann@home.example', 'Bob <bob@former.example>', 'x@sub.home.example']);
  expect(domainsIn(await list())).toEqual(['globex.example 1', 'sub.home.example 1']);
  const other = await furnished();
  await other.record(['ann@home.example']);
  expect(domainsIn(await other.list())).toEqual(['home.example 1']);
});

test('a free-mail domain is listed even if a user has an address there, which is not counted', async () => {
  const { list, record, user } = await furnished();
  await user({ email: 'ann@gmail.com' });
  await record(['pat@globex.example', 'Ann@gmail.com']);
  await record(['kim@gmail.com', 'ann@gmail.com']);
  expect(domainsIn(await list())).toEqual(['globex.example 1', 'gmail.com 1']);
});

test('assigned activities are left out', async () => {
  const { list, record, client, db } = await furnished();
  await client({ domain: 'globex.example' });
  await createRule(db, { integration: 'import', domain: 'globex.example' });
  await record(['pat@globex.example', 'kim@initech.example']);
  expect(await list()).toEqual([]);
});

test('domains with a wired rule for any integration are left out: the worker assigns their activities', async () => {
  const { list, record, client, db } = await furnished();
  for (const name of ['wired', 'unwired', 'partly']) await record([`pat@${name}.example`]);
  await client({ domain: 'wired.example' });
  await client({ domain: 'partly.example' });
  await createRule(db, { integration: 'any', domain: 'wired.example' });
  await createRule(db, { integration: 'any', domain: 'unwired.example' });
  await createRule(db, { integration: 'gmail', domain: 'partly.example' });
  expect(domainsIn(await list())).toEqual(['partly.example 1', 'unwired.example 1']);
});

test('the newest 2,000 unassigned activities are counted', async () => {
  const { list, record, id } = await furnished();
  await record(['pat@old.example']);
  await api.database.db.execute(`insert into activities (organization_id, id, type, source, source_id, subject, content, occurred_at, participants, immutable)
    select organization_id, ('01ffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, type, source, n, subject, content, occurred_at,
      array['pat@new.example'], immutable from activities, generate_series(1, 2000) n where organization_id = '${id}'`);
  expect(domainsIn(await list())).toEqual(['new.example 2000']);
});
