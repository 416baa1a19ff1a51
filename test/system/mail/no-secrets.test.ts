import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { createConnection, listConnections } from '../../../src/connections/queries.ts';
import type { ImapSettings } from '../../../src/connections/schemas.ts';
import { calendar } from '../../connections/calendars.ts';
import { startImap } from '../../connections/imap-server.ts';
import { startApi } from '../../support/api.ts';
import { atEndOfFile } from '../../support/cleanup.ts';
import { connectionServices, secretKey } from '../../support/connections.ts';
import { hasDovecot, password, startDovecot } from '../../support/dovecot.ts';
import { emptyDatabase } from '../../support/empty-database.ts';
import { startHttpServer } from '../../support/http-server.ts';
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

describe.runIf(hasDovecot)('beside a mail server', async () => {
  if (!hasDovecot) return;
  const database = await emptyDatabase();
  const opened = openTestPostgres(database.url);
  await opened.migrate();
  const api = await startApi({ database: opened });
  atEndOfFile(database.drop);
  const dovecot = await startDovecot();

  test('no password, token or URL is in a dump, a log or the metrics, after logins that worked and that failed', async () => {
    const { db } = await api.organization();
    const { secrets } = connectionServices(opened);
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
    const common = { keep: 'clients', allowPrivate: true } as const;
    const mailbox = (more: Pick<ImapSettings, 'port' | 'tls' | 'ca' | 'oauth'>, secret: object) =>
      createConnection(
        db,
        { type: 'imap', integration: 'imap', settings: { ...imap, ...more }, ...common },
        JSON.stringify(secret),
        secrets,
      );
    const server = { port: dovecot.ports.implicit, tls: 'implicit', ca: dovecot.ca } as const;
    await mailbox(server, { password });
    await mailbox(server, { password: wrong });
    const oauth = { provider: 'google', clientId: 'client', tokenUrl: `${tokens.url}/token` } as const;
    for (const { port } of [provider, refusing])
      await mailbox({ port, tls: 'none', ca: null, oauth }, { refreshToken: token.refresh, clientSecret });
    for (const end of ['found', 'missing']) {
      const address = files.url.replace('//', `//ann:${url.user}@`);
      const secret = JSON.stringify({ url: `${address}/${url.path}?token=${url.token}&${end}` });
      const settings = { host: new URL(files.url).host };
      await createConnection(
        db,
        { type: 'calendar', integration: 'calendar', settings, ...common },
        secret,
        secrets,
      );
    }

    const environment = { DATABASE_URL: database.url, SECRETS_KEY: secretKey.toString('base64') };
    const worker = start('worker', { ...environment, METRICS_PORT: '0', LOG_LEVEL: 'trace' });
    await expect
      .poll(async () => (await listConnections(db, { limit: 10 })).map(({ state }) => state))
      .toEqual(['idle', 'failing', 'idle', 'failing', 'idle', 'failing']);
    const metrics = await (await fetch(await metricsUrl(worker))).text();
    expect(metrics).toContain('clientele_connections{state="failing"} 3');
    worker.process.kill('SIGTERM');
    expect(await worker.ended).toBe(0);

    const seen = {
      dump: execFileSync('pg_dump', ['--inserts', database.url], { encoding: 'utf8' }),
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
});
