import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { probeImap } from '../../src/connections/imap/probe.ts';
import { findConnection, rotateRefreshToken } from '../../src/connections/queries.ts';
import type { ImapSecret, ImapSettings } from '../../src/connections/schemas.ts';
import { secretContext } from '../../src/connections/services.ts';
import { connections } from '../../src/connections/table.ts';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { imapSettings, newConnection, secretKey, secrets } from '../support/connections.ts';
import { startHttpServer } from '../support/http-server.ts';
import { addTwin } from '../support/twin.ts';
import { startImap } from './imap-server.ts';

const api = await startApi();
const { environment, cli } = await openCli(api);
const never = new AbortController().signal;

/** A token server whose tokens are `access-1`, `access-2`, …, and an IMAP server that accepts the first. */
async function startProvider(next?: string) {
  let issued = 0;
  const tokens = await startHttpServer((_, response) => {
    issued += 1;
    response.end(
      JSON.stringify({
        access_token: `access-${issued}`,
        expires_in: 3_600,
        ...(next === undefined ? {} : { refresh_token: next }),
      }),
    );
  });
  const imap = await startImap();
  const settings: ImapSettings = {
    ...imapSettings,
    port: imap.port,
    user: 'ann@acme.example',
    oauth: { provider: 'microsoft', clientId: 'client-1', tokenUrl: `${tokens.url}/token` },
  };
  const probe = () => probeImap({ settings, secret, allowPrivate: true }, async () => {}, never);
  return { tokens, imap, settings, probe };
}

const secret: ImapSecret = { refreshToken: 'refresh-swordfish', clientSecret: 'client-swordfish' };

test('an account with OAuth logs in with an access token, in the format of XOAUTH2', async () => {
  const { imap, probe } = await startProvider();
  expect(await probe()).toMatchObject({
    login: 'accepted',
    mailboxes: ['INBOX', 'Sent'],
    messages: 0,
    failure: null,
  });
  expect(imap.logins).toEqual(['user=ann@acme.example\x01auth=Bearer access-1\x01\x01']);
});

test('a rejected access token says what to check, and the next attempt fetches a new one', async () => {
  const { imap, probe } = await startProvider();
  imap.accepted = 'access-2';
  const { failure } = await probe();
  expect(failure).toMatch(
    /^127\.0\.0\.1:\d+ refused the access token for ann@acme\.example.*; check that the refresh token is of this user/,
  );
  expect(failure).not.toMatch(/swordfish|access-1/);
  expect(await probe()).toMatchObject({ login: 'accepted', failure: null });
});

test('a mailbox with OAuth is connected on the command line; a new refresh token is stored, and none is shown', async () => {
  const { tokens, settings, imap } = await startProvider('refresh-2-swordfish');
  const organization = await api.organization();
  const org = ['--org', organization.slug];
  const variables = {
    ...environment,
    SECRETS_KEY: secretKey.toString('base64'),
    CONNECTION_CLIENT_SECRET: 'client-swordfish',
  };
  const run = (...words: string[]) =>
    cli(['connection', ...words, '--json'], {
      environment: variables,
      input: async () => 'refresh-swordfish\n',
    });
  const server = ['--host', '127.0.0.1', '--port', String(imap.port), '--tls', 'none', '--allow-private'];
  const created = await run(
    ...['create', ...org, '--type', 'imap', '--user', settings.user, ...server],
    ...['--oauth', 'google', '--client-id', 'client-1', '--token-url', `${tokens.url}/token`],
  );
  expect(created).toMatchObject({ code: 0, err: '' });
  const { id } = JSON.parse(created.out);
  const tested = await run('test', ...org, id);
  expect(JSON.parse(tested.out)).toMatchObject({ login: 'accepted', failure: null });
  expect(Object.fromEntries(new URLSearchParams(tokens.requests[0]?.body))).toMatchObject({
    client_id: 'client-1',
    client_secret: 'client-swordfish',
    refresh_token: 'refresh-swordfish',
  });
  const stored = await findConnection(organization.db, id);
  const clientSecret = 'client-swordfish';
  const current = async () => {
    const found = await findConnection(organization.db, id);
    return JSON.parse(secrets.decrypt(found?.secret ?? '', secretContext(organization.id, id)));
  };
  expect(await current()).toEqual({ clientSecret, refreshToken: 'refresh-2-swordfish' });
  // A new refresh token, and the client secret as before.
  await cli(['connection', 'update', ...org, id], {
    environment: { ...environment, SECRETS_KEY: variables.SECRETS_KEY },
    input: async () => 'refresh-3-swordfish\n',
  });
  expect(await current()).toEqual({ clientSecret, refreshToken: 'refresh-3-swordfish' });
  // One that cannot be read, as after an import, is replaced as a whole.
  await api.database.db.update(connections).set({ secret: null }).where(eq(connections.id, id));
  expect(await run('update', ...org, id)).toMatchObject({ code: 0, err: '' });
  expect(await current()).toEqual({ clientSecret, refreshToken: 'refresh-swordfish' });
  const shown = await run('show', ...org, id);
  expect(created.out + tested.out + shown.out + JSON.stringify(stored)).not.toContain('swordfish');
});

test('a new refresh token is stored whatever became of the session, but not over a secret that came in between', async () => {
  const { db } = await api.organization();
  const settings = { host: 'imap.example.com' };
  const author = {
    actor: { systemUser: 'tester' },
    operation: 'connections.replaceSecret',
    requestId: randomUUID(),
  };
  const writer = db.writtenBy(author);
  const { id } = await newConnection(writer, { settings, secret: JSON.stringify(secret) });
  const context = secretContext(db.organizationId, id);
  const stored = async () => {
    const found = await findConnection(db, id);
    return JSON.parse(secrets.decrypt(found?.secret ?? '', context));
  };
  // Another worker has the lease.
  const held = { lease: randomUUID(), leasedUntil: sql`now() + interval '1 hour'` };
  await api.database.db.update(connections).set(held).where(eq(connections.id, id));
  await addTwin(api.database, db.organizationId);
  await rotateRefreshToken(writer, id, { previous: 'refresh-swordfish', next: 'refresh-2' }, secrets);
  expect(await stored()).toEqual({ refreshToken: 'refresh-2', clientSecret: 'client-swordfish' });
  await rotateRefreshToken(writer, id, { previous: 'refresh-swordfish', next: 'refresh-3' }, secrets);
  expect(await stored()).toEqual({ refreshToken: 'refresh-2', clientSecret: 'client-swordfish' });
});
