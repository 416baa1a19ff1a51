import { expect, test } from 'vitest';
import { testAccount } from '../../src/connections/operations.ts';
import { findConnection } from '../../src/connections/queries.ts';
import { openSecrets } from '../../src/connections/secrets.ts';
import { secretContext } from '../../src/connections/services.ts';
import { startApi } from '../support/api.ts';
import { clientMailbox, newConnection, secrets } from '../support/connections.ts';
import { auditOf, expectRefused, generous } from '../support/rules.ts';
import { callerOf, errorOf, resultOf } from '../support/trpc.ts';
import { connectedCalendar, event, secretPath } from './calendars.ts';
import { startImap } from './imap-server.ts';

const api = await startApi(generous);

const mailbox = { type: 'imap', host: 'imap.example.com', user: 'ann', password: 'horse-swordfish' };
const feed = { type: 'calendar', url: `https://calendar.example.com${secretPath}` };
const privateHosts = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1'];
const calendarOn = (host: string) => ({
  type: 'calendar',
  url: `https://${host.includes(':') ? `[${host}]` : host}/a.ics`,
});

async function furnished() {
  const organization = await api.organization();
  return { organization, ...callerOf(api, organization.token) };
}

test('a mailbox and a calendar are connected as on the command line, and nothing shows their secrets', async () => {
  const { organization, mutate, query } = await furnished();
  const { db } = organization;
  const answers = [
    await mutate('connections.create', { account: mailbox }),
    await mutate('connections.create', { account: { ...mailbox, host: 'IMAP.gmail.com', tls: 'starttls' } }),
    await mutate('connections.create', { account: feed }),
  ];
  const ids = answers.map((answer) => resultOf(answer).data.id);
  for (const connectionId of ids) {
    answers.push(await query('connections.show', { connectionId }));
    answers.push(await mutate('connections.update', { connectionId, ...changed(connectionId) }));
  }
  function changed(connectionId: string) {
    return connectionId === ids[2] ? { url: `${feed.url}&new` } : { password: 'new-swordfish' };
  }
  const [own, gmail, agenda] = await Promise.all(ids.map((id) => findConnection(db, id)));
  const usual = { keep: 'clients', allowPrivate: false, state: 'connecting' };
  const settings = { host: 'imap.example.com', port: 993, tls: 'implicit', mailboxes: null, ca: null };
  expect(own).toMatchObject({ ...usual, type: 'imap', integration: 'imap', settings });
  expect(gmail).toMatchObject({ integration: 'gmail', settings: { port: 143, tls: 'starttls' } });
  expect(agenda).toMatchObject({
    ...usual,
    integration: 'calendar',
    settings: { host: 'calendar.example.com' },
  });
  expect(secrets.decrypt(own?.secret ?? '', secretContext(db.organizationId, ids[0]))).toBe(
    '{"password":"new-swordfish"}',
  );
  answers.push(await query('connections.list'));
  const shown = [
    ...answers.map(({ text }) => text),
    ...api.logLines,
    JSON.stringify(await auditOf(organization)),
  ];
  expect(shown.join()).not.toContain('swordfish');
});

test('a connection is shown with its settings', async () => {
  const { mutate, query } = await furnished();
  const account = { ...mailbox, mailboxes: ['INBOX', 'Projects'] };
  const { id: connectionId } = resultOf(await mutate('connections.create', { account })).data;
  const shown = resultOf(await query('connections.show', { connectionId })).data;
  expect(shown).toMatchObject({
    ...{ id: connectionId, host: 'imap.example.com', port: 993 },
    ...{ mailboxes: ['INBOX', 'Projects'], progress: [], state: 'connecting' },
  });
});

test.each(privateHosts)('the private address %s is refused, in a test as well', async (host) => {
  const { organization, mutate } = await furnished();
  expectRefused(await mutate('connections.create', { account: { ...mailbox, host } }), 'account.host');
  expectRefused(await mutate('connections.create', { account: calendarOn(host) }), 'account.url');
  const { id } = await newConnection(organization.db, {
    type: 'calendar',
    settings: { host: 'calendar.example.com' },
  });
  expectRefused(await mutate('connections.update', { connectionId: id, url: calendarOn(host).url }), 'url');
  for (const account of [{ ...mailbox, host }, calendarOn(host)]) {
    const tested = resultOf(await mutate('connections.test', { account })).data;
    const untested = { mailboxes: [], messages: null, meetings: null, ofClients: null };
    expect(tested).toEqual({ ...untested, failure: expect.stringMatching(/private network|no address/) });
  }
});

test('plain text, OAuth, own authorities and private networks are left to the command line', async () => {
  const { organization, mutate } = await furnished();
  expectRefused(await mutate('connections.create', { account: { ...mailbox, tls: 'none' } }), 'account.tls');
  const extra = { allowPrivate: true, ca: 'x', oauth: { provider: 'google' }, keep: 'all' };
  const created = await mutate('connections.create', { ...extra, account: { ...mailbox, ...extra } });
  const stored = await findConnection(organization.db, resultOf(created).data.id);
  expect(stored).toMatchObject({ allowPrivate: false, keep: 'clients', settings: { ca: null } });
  expect(stored?.settings).not.toHaveProperty('oauth');
});

test('a calendar that may reach private networks keeps its URL', async () => {
  const own = await connectedCalendar(api);
  const { mutate } = callerOf(api, own.organization.token);
  const before = await own.status();
  expectRefused(await mutate('connections.update', { connectionId: own.id, url: feed.url }), 'url');
  expect(await own.status()).toEqual(before);
});

test('a new secret must fit the connection', async () => {
  const { organization, mutate } = await furnished();
  const created = resultOf(await mutate('connections.create', { account: mailbox })).data;
  const connectionId = created.id;
  expectRefused(await mutate('connections.update', { connectionId, url: feed.url }), 'url');
  const { id } = await newConnection(organization.db, { type: 'calendar', settings: { host: 'a.example' } });
  expectRefused(await mutate('connections.update', { connectionId: id, password: 'x' }), 'password');
  expectRefused(await mutate('connections.update', { connectionId }), 'password');
});

test('a test of a mailbox counts its messages, and shows no address', async () => {
  const imap = await startImap();
  imap.deliver();
  imap.deliver(undefined, 'Sent');
  const own = await clientMailbox(api, { port: imap.port });
  const { id: connectionId } = await own.connect();
  const { mutate } = callerOf(api, own.organization.token);
  const working = {
    mailboxes: ['INBOX', 'Sent'],
    messages: 2,
    meetings: null,
    ofClients: null,
    failure: null,
  };
  expect(resultOf(await mutate('connections.test', { connectionId })).data).toEqual(working);
  await mutate('connections.update', { connectionId, password: 'wrong-swordfish' });
  const failed = await mutate('connections.test', { connectionId });
  expect(resultOf(failed).data.failure).toMatch(/refused the login of user-\d+ .+ check user and password/);
  expect(failed.text).not.toContain('swordfish');
});

test('a test of a calendar counts its meetings, and reads none that would keep the server busy', async () => {
  const events = [event({ uid: 'one' }), event({ uid: 'two', attendee: 'kim@initech.example' })];
  const own = await connectedCalendar(api, { events });
  const { mutate } = callerOf(api, own.organization.token);
  const tested = async () => resultOf(await mutate('connections.test', { connectionId: own.id })).data;
  expect(await tested()).toMatchObject({ meetings: 2, ofClients: 1, messages: null, failure: null });
  own.server.answer = (_, response) => response.end('x'.repeat(4 * 1_024 * 1_024 + 1));
  expect((await tested()).failure).toMatch(/sends more than 4,194,304 bytes/);
});

test('an organization has one test at a time', async () => {
  const imap = await startImap();
  const reached = new Promise<void>((resolve) => {
    imap.script = (command) => {
      if (!command.startsWith('LIST')) return undefined;
      resolve();
      return null;
    };
  });
  const own = await clientMailbox(api, { port: imap.port });
  const { id: connectionId } = await own.connect();
  const { mutate } = callerOf(api, own.organization.token);
  const first = mutate('connections.test', { connectionId });
  await reached;
  const refused = errorOf(await mutate('connections.test', { connectionId }));
  expect(refused).toEqual({ status: 409, code: 'conflict', details: { reason: 'limit_exceeded' } });
  const other = await furnished();
  expect((await other.mutate('connections.test', { account: calendarOn('127.0.0.1') })).status).toBe(200);
  imap.cut();
  expect(resultOf(await first).data.failure).toMatch(/closed the connection/);
  imap.script = () => undefined;
  expect(resultOf(await mutate('connections.test', { connectionId })).data.failure).toBeNull();
});

test('a test of a server that does not answer ends', async () => {
  const imap = await startImap();
  imap.script = () => null;
  const { db } = await api.organization();
  const { settings } = imap.account();
  const account = { type: 'imap', settings, secret: { password: 'x' } } as const;
  const given = { account, integration: 'imap', allowPrivate: true };
  const tested = await testAccount(db, given, { timeoutMs: 100 });
  expect(tested.failure).toBe('127.0.0.1 takes too long to answer');
});

test('without a key for secrets nothing is connected, and the error names the setting', async () => {
  const keyless = openSecrets({ secretKeys: [], database: { url: 'postgres://unused' } });
  const other = await startApi({ ...generous, secrets: keyless });
  const { db, token } = await other.organization();
  const { mutate, query } = callerOf(other, token);
  const refused = await mutate('connections.create', { account: mailbox });
  expect(errorOf(refused)).toEqual({ status: 409, code: 'conflict', details: { reason: 'not_configured' } });
  expect(refused.text).toContain('SECRETS_KEY');
  expect(resultOf(await query('connections.list')).data).toEqual([]);
  const { id: connectionId } = await newConnection(db, { settings: { host: 'a.example' } });
  expect(errorOf(await mutate('connections.test', { connectionId }))).toMatchObject({ status: 409 });
});

test('all invalid fields are reported with what to send', async () => {
  const { mutate } = await furnished();
  const long = 'x'.repeat(20_000);
  for (const [account, ...fields] of [
    [undefined, 'account'],
    [{ type: 'pop3' }, 'account.type'],
    [{ type: 'imap' }, 'account.host', 'account.user', 'account.password'],
    [{ ...mailbox, host: 'a b', port: 0, tls: 'ssl' }, 'account.host', 'account.port', 'account.tls'],
    [{ ...mailbox, host: 'a\0', port: 65_536 }, 'account.host', 'account.port'],
    [{ ...mailbox, user: 'a\0', password: '' }, 'account.user', 'account.password'],
    [
      { ...mailbox, user: long, password: long, host: long },
      'account.host',
      'account.user',
      'account.password',
    ],
    [{ ...mailbox, mailboxes: [] }, 'account.mailboxes'],
    [{ ...mailbox, mailboxes: ['\ud800'] }, 'account.mailboxes.0'],
    [{ type: 'calendar' }, 'account.url'],
    [{ type: 'calendar', url: 'ftp://a.example/a.ics' }, 'account.url'],
    [{ type: 'calendar', url: `https://a.example/${long}` }, 'account.url'],
  ] as const)
    expectRefused(await mutate('connections.create', { account }), ...fields);
  expectRefused(await mutate('connections.test', {}), 'account');
  const both = { connectionId: 'x', account: mailbox };
  expectRefused(await mutate('connections.test', both), 'account');
});
