import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findConnection } from '../../src/connections/queries.ts';
import { secretContext } from '../../src/connections/services.ts';
import { connectionMailboxes, connections } from '../../src/connections/table.ts';
import { listAuditEntries } from '../../src/core/db/audit/queries.ts';
import { calendar, event, secretPath } from '../connections/calendars.ts';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { connectionServices, secretKey } from '../support/connections.ts';
import { startHttpServer } from '../support/http-server.ts';

const api = await startApi();
const { environment, cli, json } = await openCli(api);
environment.SECRETS_KEY = secretKey.toString('base64');
const { slug: org, db } = await api.organization();
const secret = 'not-in-any-output';

const server = ['--type', 'imap', '--host', 'imap.gmail.com', '--user', 'ann@acme.example'];
const createIn = (slug: string, ...words: string[]) =>
  cli(['connection', 'create', '--org', slug, ...server, ...words, '--json'], {
    environment: { ...environment, CONNECTION_PASSWORD: secret },
  });
const create = (...words: string[]) => createIn(org, ...words);

/** The decrypted secret of a connection. */
async function secretOf(id: string) {
  const stored = await findConnection(db, id);
  const { secrets } = connectionServices(api.database);
  return JSON.parse(secrets.decrypt(stored?.secret ?? '', secretContext(db.organizationId, id)));
}

test('a connection is created, listed, shown, paused, resumed and deleted, and nothing shows its password', async () => {
  const { slug } = await api.organization();
  const created = await createIn(slug, '--mailboxes', 'INBOX,Projects', '--since', '90d');
  expect([created.code, created.err]).toEqual([0, '']);
  const { id, ...rest } = JSON.parse(created.out);
  expect(rest).toEqual({ type: 'imap', integration: 'gmail', state: 'connecting' });

  const never = { lastSeenAt: null, lastReceivedAt: null, failure: null };
  const counts = { seen: 0, recorded: 0, skipped: 0 };
  expect(await json('connection', 'list', '--org', slug)).toEqual([
    { id, type: 'imap', state: 'connecting', ...never, ...counts },
  ]);
  const shown = await cli(['connection', 'show', id, '--org', slug, '--json']);
  expect(JSON.parse(shown.out)).toMatchObject({
    host: 'imap.gmail.com',
    port: 993,
    tls: 'implicit',
    mailboxes: ['INBOX', 'Projects'],
    keep: 'clients',
    skippedReasons: {},
    progress: [],
  });
  expect(await json('connection', 'pause', id, '--org', slug)).toEqual({ id, state: 'paused' });
  expect(await json('connection', 'resume', id, '--org', slug)).toEqual({ id, state: 'connecting' });
  expect(await json('connection', 'delete', id, '--org', slug)).toEqual({ id });
  expect(await json('connection', 'list', '--org', slug)).toEqual([]);
  expect(shown.out + created.out).not.toContain(secret);
});

test('the connections of all organizations are listed with the failing ones first', async () => {
  const others = [await api.organization(), await api.organization()];
  for (const { slug } of others) await createIn(slug);
  const [, failing] = others;
  const own = eq(connections.organizationId, failing?.id ?? '');
  await api.database.db.update(connections).set({ state: 'failing', failure: 'no route' }).where(own);
  const listed: { organization: string; state: string }[] = await json('connection', 'list', '--all');
  expect(listed).toContainEqual(
    expect.objectContaining({ organization: failing?.slug, state: 'failing', failure: 'no route' }),
  );
  for (const { slug } of others)
    expect(listed.filter(({ organization }) => organization === slug)).toHaveLength(1);
  // Other files of tests have connections, too.
  const works = listed.map(({ state }) => state !== 'failing');
  expect(works).toEqual(works.toSorted((one, other) => Number(one) - Number(other)));
  const { code, err } = await cli(['connection', 'list']);
  expect([code, err]).toEqual([2, expect.stringContaining('--all')]);
});

test('an update without options replaces the password, tries again at once, and leaves a paused connection paused', async () => {
  const { id } = JSON.parse((await create()).out);
  const update = (input: string) =>
    cli(['connection', 'update', id, '--org', org, '--json'], { input: async () => input });
  const updated = await update('another-secret\n');
  expect([updated.code, JSON.parse(updated.out)]).toEqual([0, { id, state: 'connecting' }]);
  expect(await secretOf(id)).toEqual({ password: 'another-secret' });
  await json('connection', 'pause', id, '--org', org);
  expect(JSON.parse((await update('third-secret')).out)).toEqual({ id, state: 'paused' });
  expect(await update('')).toMatchObject({
    code: 1,
    err: 'give the secret on standard input, or in CONNECTION_PASSWORD\n',
  });
  expect(await secretOf(id)).toEqual({ password: 'third-secret' });
});

test('an update of what is read keeps the password, and forgets the positions in the mailboxes', async () => {
  const { id } = JSON.parse((await create('--mailboxes', 'INBOX')).out);
  const position = { mailbox: 'INBOX', uidValidity: '1', nextUid: 5, backfillBefore: 1 };
  await db.insert(connectionMailboxes, [{ connectionId: id, ...position }]);
  const words = ['--mailboxes', 'INBOX,Projects'];
  await json('connection', 'update', id, '--org', org, ...words, '--since', '2026-01-01');
  expect(await json('connection', 'show', id, '--org', org)).toMatchObject({
    mailboxes: ['INBOX', 'Projects'],
    since: '2026-01-01T00:00:00.000Z',
    user: 'ann@acme.example',
    progress: [],
  });
  expect(await secretOf(id)).toEqual({ password: secret });
});

test('an update to another server asks for the password again, and the audit names both servers', async () => {
  const { id } = JSON.parse((await create()).out);
  const words = ['connection', 'update', id, '--org', org, '--host', 'mail.example.com', '--port', '1993'];
  expect(await cli(words, { input: async () => '' })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/standard input/),
  });
  expect(await json('connection', 'show', id, '--org', org)).toMatchObject({ host: 'imap.gmail.com' });
  expect((await cli(words, { input: async () => 'its-own-secret\n' })).code).toBe(0);
  expect(await json('connection', 'show', id, '--org', org)).toMatchObject({
    host: 'mail.example.com',
    port: 1993,
  });
  expect(await secretOf(id)).toEqual({ password: 'its-own-secret' });
  const [entry] = await listAuditEntries(db, { limit: 1 });
  expect(entry).toMatchObject({
    resource: `connections/${id}`,
    before: { host: 'imap.gmail.com', port: 993, user: 'ann@acme.example' },
    after: { host: 'mail.example.com', port: 1993, user: 'ann@acme.example' },
  });
  expect(JSON.stringify(entry)).not.toContain('secret');
});

test('a test of a server that is not there says so and exits with 1', async () => {
  const created = await create('--host', '127.0.0.1', '--port', '1', '--allow-private');
  const { id } = JSON.parse(created.out);
  const { code, out } = await cli(['connection', 'test', id, '--org', org, '--json']);
  const unknown = { tls: null, login: null, mailboxes: [], messages: null };
  const failure = expect.stringContaining('127.0.0.1:1 refuses connections');
  expect([code, JSON.parse(out)]).toEqual([1, { address: '127.0.0.1', ...unknown, failure }]);
});

test('an organization is found by its id, which logs show, as by its slug', async () => {
  expect((await create()).code).toBe(0);
  const byId = await json('connection', 'list', '--org', db.organizationId);
  expect(byId).toEqual(await json('connection', 'list', '--org', org));
  expect(byId).not.toEqual([]);
  const another = await api.organization();
  expect(await json('connection', 'list', '--org', another.id)).toEqual([]);
  const { code, err } = await cli(['connection', 'list', '--org', db.organizationId.replace(/.$/, 'x')]);
  expect([code, err]).toEqual([1, expect.stringContaining('there is no organization')]);
});

test('a calendar is connected, tested, listed and shown, and its URL is never shown', async () => {
  const meetings = [event({ uid: 'one' }), event({ uid: 'two', attendee: 'drill@dentist.example' })];
  const server = await startHttpServer((_, response) => response.end(calendar(...meetings)));
  const organization = await api.organization();
  await organization.client({ name: 'Globex', domain: 'globex.example' });
  const own = ['--org', organization.slug];
  const url = `${server.url}${secretPath}`;
  const words = ['--type', 'calendar', '--url', url, '--allow-private'];
  const created = await json('connection', 'create', ...own, ...words);
  expect(created).toMatchObject({ type: 'calendar', integration: 'calendar', state: 'connecting' });
  const { id } = created;
  const tested = await json('connection', 'test', ...own, id);
  const found = { meetings: 2, ofClients: 1, unreadable: 0 };
  expect(tested).toEqual({ address: '127.0.0.1', tls: 'none', ...found, failure: null });
  const listed = await json('connection', 'list', ...own);
  expect(listed).toEqual([expect.objectContaining({ id, type: 'calendar', state: 'connecting', seen: 0 })]);
  const shown = await json('connection', 'show', ...own, id);
  expect(shown).toMatchObject({ id, host: new URL(server.url).host, keep: 'clients', allowPrivate: true });
  expect(JSON.stringify([created, tested, listed, shown])).not.toContain('swordfish');
});

test('the URL of a calendar is also read from standard input or a variable, and webcal: means https:', async () => {
  const { slug } = await api.organization();
  const create = ['connection', 'create', '--json', '--org', slug, '--type', 'calendar'];
  const typed = await cli(create, { input: async () => 'webcal://calendar.example.com/a.ics\n' });
  const { id } = JSON.parse(typed.out);
  expect(await json('connection', 'show', '--org', slug, id)).toMatchObject({ host: 'calendar.example.com' });
  const variables = { ...environment, CONNECTION_URL: 'https://other.example.com:8443/a.ics' };
  const other = JSON.parse((await cli(create, { environment: variables })).out);
  expect(await json('connection', 'show', '--org', slug, other.id)).toMatchObject({
    host: 'other.example.com:8443',
  });
});
