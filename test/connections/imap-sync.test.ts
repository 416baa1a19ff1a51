import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { listCountedDomains, maxDomains } from '../../src/connections/domains.ts';
import { pauseConnection, resumeConnection } from '../../src/connections/queries.ts';
import { connectionDomains, connections } from '../../src/connections/table.ts';
import { startConnections } from '../../src/connections/work.ts';
import type { Background } from '../../src/core/loop.ts';
import { startApi } from '../support/api.ts';
import { clientMailbox, connectionServices, type MailboxOptions, until } from '../support/connections.ts';
import { type MailFields, mail } from '../support/mail.ts';
import { openPrivateDatabase } from '../support/private-database.ts';
import { tablesWith } from '../support/tables-with.ts';
import { startImap } from './imap-server.ts';

const api = await startApi({ database: await openPrivateDatabase() });
const { db } = api.database;
const works: Background[] = [];
const lines: string[] = [];
afterEach(async () => {
  await Promise.all(works.splice(0).map((work) => work.stop()));
  // Else the work of the next test would take them up.
  await db.update(connections).set({ state: 'paused' });
});

/** A mail server, and a connection to it that is kept in sync once it is connected. Servers are asked again every 100 ms. */
async function newMailbox(options: MailboxOptions = {}, pollMs = 100) {
  const imap = await startImap();
  const box = await clientMailbox(api, { port: imap.port, ...options });
  const deliver = (fields: MailFields = {}, mailbox?: string) => imap.deliver(mail(fields), mailbox);
  const work = () => works.push(startConnections(connectionServices(api.database, lines, pollMs)));
  return {
    imap,
    inbox: imap.boxes.get('INBOX') ?? expect.fail(),
    ...box,
    deliver,
    work,
    /** Connects it and waits until all is read. */
    async sync() {
      const { id } = await box.connect();
      await box.twin();
      work();
      await box.inStep();
      await box.twin();
      return id;
    },
    becomes: (status: object) => expect.poll(box.status, { interval: 10 }).toMatchObject(status),
    recorded: (subjects: string[]) => until(box.subjects, subjects),
  };
}

test('a first sync records sent and received mail of clients, the newest first, and no drafts, spam or trash', async () => {
  const box = await newMailbox();
  for (const subject of ['one', 'two', 'three']) box.deliver({ subject });
  box.imap.deliver(mail({ subject: 'unsent' }), 'INBOX', { flags: '\\Draft' });
  box.deliver({ subject: 'sent', from: 'ann@acme.example', to: 'pat@globex.example' }, 'Sent');
  for (const mailbox of ['Drafts', 'Junk', 'Trash']) box.deliver({ subject: mailbox }, mailbox);
  await box.sync();
  expect(await box.subjects()).toEqual(['three', 'two', 'one', 'sent']);
  expect(await box.status()).toMatchObject({
    seen: 5,
    recorded: 4,
    skipped: 1,
    skippedReasons: { 'is a draft': 1 },
    failure: null,
    lastSeenAt: expect.any(String),
    lastReceivedAt: expect.any(String),
  });
});

test('a new message is recorded without waiting for a poll', async () => {
  const box = await newMailbox({}, 600_000);
  await box.sync();
  await until(() => box.imap.commands.at(-1), 'IDLE');
  box.deliver({ subject: 'news' });
  await box.recorded(['news']);
});

test('more messages than a batch are read once, and only those that the server still has', async () => {
  const box = await newMailbox({ keep: 'all' });
  for (let count = 0; count < 450; count++) box.deliver();
  box.imap.script = (command) => {
    // Deleted after it was listed.
    if (command.startsWith('UID FETCH'))
      box.inbox.messages = box.inbox.messages.filter(({ uid }) => uid !== 300);
    return undefined;
  };
  await box.sync();
  expect(await box.status()).toMatchObject({ seen: 449, recorded: 449 });
  expect(box.imap.commands.filter((command) => /FETCH.*RFC822/.test(command))).toHaveLength(3);
});

test('mailboxes whose server does not go on sending keep none of another organization waiting', async () => {
  const slow = await newMailbox();
  const fetches = (command: string) => /^UID FETCH .*BODY\.PEEK\[\]/.test(command);
  slow.imap.script = (command) => (fetches(command) ? null : undefined);
  slow.deliver();
  for (let mailbox = 0; mailbox < 9; mailbox++) await slow.connect();
  const other = await newMailbox();
  other.deliver({ subject: 'hello' });
  slow.work();
  await until(() => slow.imap.commands.filter(fetches).length, 9);
  await other.connect();
  await other.recorded(['hello']);
});

test('large messages of an organization are received two at a time, and keep none of another waiting', async () => {
  const large = await newMailbox();
  const fetches = (command: string) => /^UID FETCH .*BODY\.PEEK\[\]/.test(command);
  large.imap.script = (command) => (fetches(command) ? null : undefined);
  large.imap.deliver(mail(), 'INBOX', { size: 3 * 1_024 * 1_024 });
  for (let mailbox = 0; mailbox < 3; mailbox++) await large.connect();
  const other = await newMailbox();
  other.imap.deliver(mail({ subject: 'hello' }), 'INBOX', { size: 3 * 1_024 * 1_024 });
  large.work();
  await until(() => large.imap.sessions(), 3);
  const received = () => large.imap.commands.filter(fetches).length;
  await until(received, 2);
  await other.connect();
  await other.recorded(['hello']);
  expect(received()).toBe(2);
});

test('a search asks for 50,000 messages at most, and more new ones are read like earlier ones', async () => {
  const box = await newMailbox({ since: '2026-06-01T00:00:00.000Z' });
  const fill = () => {
    for (let message = 0; message <= 50_000; message++)
      box.inbox.messages.push({ uid: box.inbox.nextUid++, text: '', size: 0, flags: '' });
  };
  const searches = () => box.imap.commands.filter((command) => command.startsWith('UID SEARCH UID'));
  const since = 'SINCE 01-Jun-2026';
  fill();
  await box.sync();
  expect(searches().slice(0, 3)).toEqual([
    `UID SEARCH UID 50002:* ${since}`,
    `UID SEARCH UID 1:50001 2:50001 ${since}`,
    `UID SEARCH UID 1:50001 1:1 ${since}`,
  ]);
  fill();
  await expect.poll(searches).toContain(`UID SEARCH UID 1:100002 50003:100002 ${since}`);
});

test('a message is recorded although another one had its id, in one mailbox or later, and each of them once', async () => {
  const box = await newMailbox();
  const id = randomUUID();
  box.deliver({ subject: 'one', id, date: 'Mon, 05 Jan 2026 10:00:00 +0000' });
  box.deliver({ subject: 'two', id, date: 'Mon, 05 Jan 2026 11:00:00 +0000' });
  await box.sync();
  box.deliver({ subject: 'three', id, date: 'Mon, 05 Jan 2026 12:00:00 +0000' });
  await box.becomes({ state: 'idle', seen: 3, recorded: 3 });
  box.inbox.uidValidity = 2;
  await box.becomes({ state: 'idle', seen: 6, recorded: 3 });
  expect((await box.subjects()).sort()).toEqual(['one', 'three', 'two']);
});

test('mail that concerns no client is counted by domain, and recorded once its domain has a client', async () => {
  const box = await newMailbox();
  box.deliver({ subject: 'wanted' });
  for (const subject of ['first', 'second']) box.deliver({ subject, from: 'kim@initech.example' });
  await box.sync();
  expect(await box.subjects()).toEqual(['wanted']);
  expect(await listCountedDomains(box.organization.db)).toContainEqual({
    domain: 'initech.example',
    activities: 2,
    latestAt: '2026-01-05T10:00:00.000Z',
  });
  await box.organization.client({ domain: 'initech.example' });
  await box.recorded(['wanted', 'second', 'first']);
  await until(() => listCountedDomains(box.organization.db), []);
});

test('of a message that concerns no client, no subject, address or text is in any table or log line', async () => {
  const box = await newMailbox({ user: 'someone@acme.example' });
  const from = 'Mum <hedwig@home.example>';
  box.deliver({ subject: 'Zwetschgendatschi', from, body: 'Sonntagskaffee', id: 'kuchen' });
  box.deliver({ subject: 'Pfannkuchen' });
  await box.sync();
  expect(await box.subjects()).toEqual(['Pfannkuchen']);
  for (const text of ['Zwetschgendatschi', 'hedwig', 'Sonntagskaffee', 'kuchen@'])
    expect(await tablesWith(api.database, text)).toEqual([]);
  expect(await tablesWith(api.database, 'Pfannkuchen')).toEqual(['activities']);
  expect(await tablesWith(api.database, 'home.example')).toEqual(['connection_domains']);
  expect(lines.join('')).not.toMatch(/Zwetschgendatschi|hedwig|Sonntagskaffee/);
});

test('in a mailbox with 10,000 domains no more are counted, whatever another organization has', async () => {
  const box = await newMailbox();
  const connectionId = await box.sync();
  const { db: tenant } = box.organization;
  const of = (domain: string) => eq(connectionDomains.domain, domain);
  const row = { connectionId, mailbox: 'INBOX', messages: 1, latestAt: '2026-01-01T00:00:00Z' };
  const rows = Array.from({ length: maxDomains }, (_, index) => ({
    ...row,
    domain: `${index}.example`,
  }));
  for (let at = 0; at < rows.length; at += 5_000)
    await tenant.insert(connectionDomains, rows.slice(at, at + 5_000));
  await box.twin();
  await tenant.delete(connectionDomains, of('0.example'));
  for (const [index, name] of ['last', 'beyond'].entries()) {
    box.deliver({ from: `a@${name}.example`, to: `b@${name}.example` });
    await box.becomes({ state: 'idle', seen: index + 1 });
  }
  expect(await tenant.count(connectionDomains)).toBe(maxDomains);
  expect(await tenant.count(connectionDomains, of('last.example'))).toBe(1);
});

test('messages older than the start are left out, and an empty mailbox is in sync', async () => {
  const box = await newMailbox({ since: '2999-01-01T00:00:00.000Z' });
  box.deliver();
  await box.sync();
  expect(await box.status()).toMatchObject({ seen: 0, recorded: 0, failure: null });
});

test('a message over 25 MiB is not downloaded, but counted as skipped with the reason', async () => {
  const box = await newMailbox();
  const [limit, small] = [25 * 1_024 * 1_024, mail({ subject: 'small' })];
  box.imap.deliver(mail({ subject: 'huge' }), 'INBOX', { size: limit + 1 });
  box.imap.deliver(mail({ subject: 'as large as allowed' }), 'INBOX', { size: limit });
  box.imap.deliver(small);
  await box.sync();
  expect(await box.subjects()).toEqual(['small', 'as large as allowed']);
  expect(await box.status()).toMatchObject({ seen: 3, skippedReasons: { 'is longer than 25 MiB': 1 } });
  expect(box.imap.commands.filter((command) => /FETCH.*\b1\b.*BODY\.PEEK\[\]/.test(command))).toEqual([]);
});

test('a missing mailbox is reported with what to do, the others are kept in sync, and its old name repairs it', async () => {
  const box = await newMailbox({ mailboxes: ['INBOX', 'Projects'] });
  box.imap.addMailbox('Projects');
  box.deliver({ subject: 'one' }, 'Projects');
  await box.sync();
  const projects = box.imap.boxes.get('Projects') ?? expect.fail();
  box.imap.boxes.delete('Projects');
  const failure = expect.stringMatching(/no mailbox "Projects" .+ rename it back/);
  await box.becomes({ state: 'failing', failure });
  box.deliver({ subject: 'two' });
  await box.recorded(['one', 'two']);
  box.imap.boxes.set('Projects', projects);
  await box.inStep();
  box.deliver({ subject: 'three' }, 'Projects');
  await box.recorded(['one', 'two', 'three']);
});

test('a mailbox of sent mail that was renamed is read under its new name', async () => {
  const box = await newMailbox();
  await box.sync();
  box.imap.boxes.delete('Sent');
  box.imap.addMailbox('Gesendet', '\\Sent');
  box.deliver({ subject: 'sent', from: 'ann@acme.example', to: 'pat@globex.example' }, 'Gesendet');
  await box.recorded(['sent']);
});

test('a mailbox for spam is not read even by name, and the status says so', async () => {
  const box = await newMailbox({ mailboxes: ['INBOX', 'Junk'] });
  box.deliver({ subject: 'spam' }, 'Junk');
  box.deliver({ subject: 'mail' });
  await box.connect();
  box.work();
  await box.becomes({
    state: 'failing',
    failure: expect.stringMatching(/no mailbox "Junk" .+ spam .+ never read/),
  });
  expect(await box.subjects()).toEqual(['mail']);
});

test('a refused login says what to check, is not tried again for 15 minutes, and no table or log line has the password', async () => {
  const box = await newMailbox({ password: 'correct-mackerel' });
  await box.connect();
  box.work();
  await box.becomes({ state: 'failing', failure: expect.stringMatching(/refused the login of user-\d+/) });
  const { createdAt, nextTryAt, lastSeenAt } = await box.status();
  expect(Date.parse(nextTryAt) - Date.parse(createdAt)).toBeGreaterThanOrEqual(15 * 60_000);
  expect([lastSeenAt, box.imap.logins.join().includes('mackerel')]).toEqual([null, true]);
  expect(await tablesWith(api.database, 'mackerel')).toEqual([]);
  const own = lines.filter((line) => line.includes(box.organization.id)).join('');
  expect(own).toContain('a connection fails; retrying');
  expect(lines.join('')).not.toContain('mackerel');
});

test('a session that ends makes the status failing, and the next one reads what came meanwhile', async () => {
  const box = await newMailbox();
  const id = await box.sync();
  box.imap.cut();
  await box.becomes({ state: 'failing', failure: expect.stringContaining('closed the connection') });
  box.deliver({ subject: 'meanwhile' });
  await resumeConnection(box.organization.db, id);
  await box.recorded(['meanwhile']);
  await box.inStep();
});

test('a paused connection reads nothing until it is resumed', async () => {
  const box = await newMailbox();
  const id = await box.sync();
  await pauseConnection(box.organization.db, id);
  // It notices with its next write.
  await until(box.imap.sessions, 0);
  box.deliver({ subject: 'while paused' });
  expect([await box.subjects(), (await box.status()).state]).toEqual([[], 'paused']);
  await resumeConnection(box.organization.db, id);
  await box.recorded(['while paused']);
});

test.each([
  ['SEARCH', 'NO', /the server rejects searches/],
  ['LIST', '', /the server lists no mailboxes/],
  ['EXAMINE', '* 0 EXISTS\r\n', /gives no UIDVALIDITY for "INBOX"/],
  ['UID FETCH', '', /lists messages that it does not deliver/],
])(
  'a server that does not answer %s as IMAP says is named with what to do',
  async (command, said, failure) => {
    const box = await newMailbox();
    box.deliver();
    box.imap.script = (line) => (line.includes(command) ? said : undefined);
    await box.connect();
    box.work();
    await box.becomes({ state: 'failing', failure: expect.stringMatching(failure) });
  },
);
