import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { maxDomains } from '../../../src/connections/progress.ts';
import { pauseConnection, resumeConnection } from '../../../src/connections/queries.ts';
import { connectionDomains } from '../../../src/connections/table.ts';
import { startApi } from '../../support/api.ts';
import { hasDovecot, password, startDovecot } from '../../support/dovecot.ts';
import { openPrivateDatabase } from '../../support/private-database.ts';
import { tablesWith } from '../../support/tables-with.ts';
import { clientMailbox, type MailboxOptions, startWork, stopWork } from './support.ts';

describe.runIf(hasDovecot)('on a mail server', async () => {
  if (!hasDovecot) return;
  const api = await startApi({ database: await openPrivateDatabase() });
  const dovecot = await startDovecot();
  const expired = await startDovecot('expired');
  const misnamed = await startDovecot('misnamed');
  const lines: string[] = [];
  startWork(api, lines, 500);
  afterAll(stopWork);
  const globexMailbox = (options?: MailboxOptions) => clientMailbox(api, dovecot, options);

  test.each([
    [
      'a wrong password',
      { password: 'wrong' },
      /refused the login of user-\d+ \(it said: .+\); check user and/,
    ],
    ['an authority that is not trusted', { ca: null }, /certificate that no trusted authority signed/],
    [
      'an expired certificate',
      { port: expired.ports.implicit, ca: expired.ca },
      /has an expired certificate/,
    ],
    [
      'a certificate for another name',
      { port: misnamed.ports.implicit, ca: misnamed.ca },
      /certificate for another name; use the name in the certificate/,
    ],
    ['a port without a server', { port: 1 }, /127\.0\.0\.1:1 refuses connections; check the port/],
    ['a port without TLS', { port: dovecot.ports.plain }, /does not speak TLS here; check the port/],
    ['a private address without leave', { allowPrivate: false }, /private network; .+ --allow-private/],
    ['plain text to another machine', { host: '192.0.2.1', tls: 'none' }, /192\.0\.2\.1 /],
  ] satisfies [string, MailboxOptions, RegExp][])(
    'with %s the status is failing, says what to do, and when it is tried again',
    async (_what, options, failure) => {
      const box = await globexMailbox(options);
      await box.connect();
      await expect
        .poll(box.status)
        .toMatchObject({ state: 'failing', failure: expect.stringMatching(failure) });
      const { createdAt, nextTryAt, lastSeenAt, failure: sentence } = await box.details();
      // A connection is due from its creation until it fails.
      expect(Date.parse(nextTryAt)).toBeGreaterThan(Date.parse(createdAt));
      expect([lastSeenAt, sentence?.includes('\n')]).toEqual([null, false]);
    },
  );

  test('a refused login is not tried again for 15 minutes, so that no provider locks the account', async () => {
    const box = await globexMailbox({ password: 'wrong' });
    await box.connect();
    await expect.poll(box.status).toMatchObject({ state: 'failing' });
    const { createdAt, nextTryAt } = await box.details();
    expect(Date.parse(nextTryAt) - Date.parse(createdAt)).toBeGreaterThanOrEqual(15 * 60_000);
  });

  test.each(['starttls', 'none'] as const)('a mailbox is read with --tls %s', async (tls) => {
    const allowPrivate = tls !== 'none';
    const box = await globexMailbox({ tls, port: dovecot.ports.plain, allowPrivate });
    box.deliver({ subject: 'one' });
    await box.connect();
    await expect.poll(box.subjects).toEqual(['one']);
  });

  test('a server that goes away makes the status failing, and everything that came meanwhile is read once it is back', async () => {
    const away = await startDovecot();
    const box = await clientMailbox(api, away);
    box.deliver({ subject: 'before' });
    await box.connect();
    await box.inStep();
    await away.stop();
    const stoppedAt = new Date().toISOString();
    await expect.poll(async () => (await box.status()).failure).toMatch(/refuses connections/);
    const { lastSeenAt } = await box.status();
    expect([lastSeenAt, stoppedAt].sort().at(-1)).toBe(stoppedAt);
    await away.start();
    box.deliver({ subject: 'meanwhile' });
    await resumeConnection(box.organization.db, (await box.status()).id);
    await expect.poll(box.subjects).toEqual(['before', 'meanwhile']);
    await box.inStep();
  });

  test('a paused connection reads nothing until it is resumed', async () => {
    const box = await globexMailbox();
    const { id } = await box.connect();
    await box.inStep();
    await pauseConnection(box.organization.db, id);
    // The session notices with its next write.
    await expect.poll(() => dovecot.sessions(box.user)).toBe(0);
    box.deliver({ subject: 'while paused' });
    expect([await box.subjects(), (await box.status()).state]).toEqual([[], 'paused']);
    await resumeConnection(box.organization.db, id);
    await expect.poll(box.subjects).toEqual(['while paused']);
  });

  test('beyond 10,000 domains in a mailbox only those counted before are counted on', async () => {
    const box = await globexMailbox();
    const { id } = await box.connect();
    await box.inStep();
    await api.database.db.execute(sql`
      insert into connection_domains (organization_id, connection_id, mailbox, domain, messages, latest_at)
      select ${box.organization.id}, ${id}, 'INBOX', n || '.example', 1, now() from generate_series(1, ${maxDomains}) n`);
    box.deliver({ from: 'a@7.example' });
    box.deliver({ from: 'a@new.example' });
    await expect.poll(box.status).toMatchObject({ state: 'idle', seen: 2 });
    const counted = await api.database.db
      .select({ domain: connectionDomains.domain, messages: connectionDomains.messages })
      .from(connectionDomains)
      .where(
        and(
          eq(connectionDomains.connectionId, id),
          inArray(connectionDomains.domain, ['7.example', 'new.example']),
        ),
      );
    expect(counted).toEqual([{ domain: '7.example', messages: 2 }]);
  });

  test('of a message that concerns no client, no subject, address or text is in any table', async () => {
    const box = await globexMailbox();
    box.deliver({
      subject: 'Zwetschgendatschi',
      from: 'Mum <hedwig@home.example>',
      body: 'Sonntagskaffee',
      id: 'kuchen',
    });
    box.deliver({ subject: 'Pfannkuchen' });
    await box.connect();
    await box.inStep();
    expect(await box.subjects()).toEqual(['Pfannkuchen']);
    for (const text of ['Zwetschgendatschi', 'hedwig', 'Sonntagskaffee', 'kuchen@'])
      expect(await tablesWith(api.database, text)).toEqual([]);
    expect(await tablesWith(api.database, 'Pfannkuchen')).toEqual(['activities']);
    expect(await tablesWith(api.database, 'home.example')).toEqual(['connection_domains']);
    expect(lines.join('')).not.toMatch(/Zwetschgendatschi|hedwig|Sonntagskaffee/);
  });

  test('the password is in no table and in no line of the log', async () => {
    const box = await globexMailbox();
    await box.connect();
    await box.inStep();
    expect(await tablesWith(api.database, password)).toEqual([]);
    expect(lines.join('')).not.toContain(password);
    expect(lines.length).toBeGreaterThan(0);
  });

  test('of several workers, one at a time keeps a connection, and each message is recorded once', async () => {
    startWork(api, [], 500);
    startWork(api, [], 500);
    const box = await globexMailbox();
    for (let count = 0; count < 20; count++) box.deliver();
    await box.connect();
    await box.inStep();
    expect(await box.subjects()).toHaveLength(20);
    expect(await box.status()).toMatchObject({ seen: 20, recorded: 20 });
    expect(dovecot.sessions(box.user)).toBe(1);
  });
});
