import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { listConnections } from '../../../src/connections/queries.ts';
import { calendar } from '../../connections/calendars.ts';
import { startImap } from '../../connections/imap-server.ts';
import { startApi } from '../../support/api.ts';
import { newConnection, secretKey } from '../../support/connections.ts';
import { password, startDovecot } from '../../support/dovecot.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { openTestPostgres } from '../../support/postgres.ts';
import { start } from '../../support/process.ts';
import { metricsUrl } from '../../support/scrape.ts';

const wrong = 'wrong-battery-swordfish';
const token = { refresh: 'refresh-swordfish-1', next: 'refresh-swordfish-2', access: 'access-swordfish-1' };
const clientSecret = 'client-swordfish-1';
const url = { user: 'calendar-swordfish', path: 'private-swordfish', token: 'token-swordfish' };
const secretTexts = [password, wrong, ...Object.values(token), clientSecret, ...Object.values(url)];

/** A text as it is, and the parts of its base64 that do not depend on what is around it. */
const formsOf = (text: string) => [
  text,
  ...[0, 1, 2].map((before) =>
    Buffer.from(`${'-'.repeat(before)}${text}`)
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor(((before + text.length) * 8) / 6)),
  ),
];

const { url: databaseUrl } = await migratedDatabase();
const api = await startApi({ database: openTestPostgres(databaseUrl) });
const dovecot = await startDovecot();

test('no password, token or URL is in a dump, a log or the metrics, after logins that worked and that failed', async () => {
  const { db } = await api.organization();
  const tokens = await startHttpServer((_, response) =>
    response.end(JSON.stringify({ access_token: token.access, refresh_token: token.next })),
  );
  const provider = await startImap();
  provider.accepted = token.access;
  const refusing = await startImap();
  const files = await startHttpServer(({ path }, response) => {
    if (path.endsWith('missing')) response.statusCode = 404;
    response.end(calendar());
  });
  const imap = { host: '127.0.0.1', mailboxes: null, since: '2020-01-01T00:00:00.000Z', user: 'ann' };
  const connect = (secret: object, settings: Record<string, unknown>, type: 'imap' | 'calendar' = 'imap') =>
    newConnection(db, { type, settings, allowPrivate: true, secret: JSON.stringify(secret) });
  const server = { port: dovecot.ports.implicit, tls: 'implicit', ca: dovecot.ca } as const;
  for (const tried of [password, wrong]) await connect({ password: tried }, { ...imap, ...server });
  const oauth = { provider: 'google', clientId: 'client', tokenUrl: `${tokens.url}/token` };
  const plain = { ...imap, tls: 'none', ca: null, oauth };
  for (const { port } of [provider, refusing])
    await connect({ refreshToken: token.refresh, clientSecret }, { ...plain, port });
  for (const end of ['found', 'missing']) {
    const address = files.url.replace('//', `//ann:${url.user}@`);
    const secret = { url: `${address}/${url.path}?token=${url.token}&${end}` };
    await connect(secret, { host: new URL(files.url).host }, 'calendar');
  }

  const environment = { DATABASE_URL: databaseUrl, SECRETS_KEY: secretKey.toString('base64') };
  const worker = start('worker', { ...environment, METRICS_PORT: '0', LOG_LEVEL: 'trace' });
  await expect
    .poll(async () => (await listConnections(db, { limit: 10 })).map(({ state }) => state))
    .toEqual(['idle', 'failing', 'idle', 'failing', 'idle', 'failing']);
  const metrics = await (await fetch(await metricsUrl(worker))).text();
  expect(metrics).toContain('clientele_connections{state="failing"} 3');
  worker.process.kill('SIGTERM');
  expect(await worker.ended).toBe(0);

  const seen = {
    dump: execFileSync('pg_dump', ['--inserts', databaseUrl], { encoding: 'utf8' }),
    log: worker.stdout + worker.stderr,
    metrics,
  };
  expect(seen.dump).toContain('INSERT INTO public.connections');
  expect(seen.log).toContain('refused the login');
  // The servers saw what nobody else does.
  expect(provider.logins.join()).toContain(token.access);
  expect(tokens.requests.map(({ body }) => body).join()).toContain(clientSecret);
  expect(files.requests[0]?.path).toContain(url.token);
  for (const [place, text] of Object.entries(seen))
    for (const form of secretTexts.flatMap(formsOf))
      expect(text.includes(form), `${form} in the ${place}`).toBe(false);
});
