import { afterEach, expect, onTestFinished, test } from 'vitest';
import { resumeConnection } from '../../../src/connections/queries.ts';
import { connections } from '../../../src/connections/table.ts';
import { startConnections } from '../../../src/connections/work.ts';
import type { Background } from '../../../src/core/loop.ts';
import { startApi } from '../../support/api.ts';
import { clientMailbox, connectionServices, type MailboxOptions } from '../../support/connections.ts';
import { password, startDovecot } from '../../support/dovecot.ts';
import { forwardTo } from '../../support/forwarder.ts';
import { type MailFields, mail } from '../../support/mail.ts';
import { openPrivateDatabase } from '../../support/private-database.ts';

const api = await startApi({ database: await openPrivateDatabase() });
const dovecot = await startDovecot();
const works: Background[] = [];
const work = (pollMs = 600_000, silenceMs = 120_000) =>
  works.push(startConnections({ ...connectionServices(api.database, [], pollMs), silenceMs }));
afterEach(async () => {
  await Promise.all(works.splice(0).map((each) => each.stop()));
  // Else the work of the next test would take them up.
  await api.database.db.update(connections).set({ state: 'paused' });
});

async function newMailbox(options: MailboxOptions = {}) {
  const { ports, ca } = dovecot;
  const tls = options.tls ?? 'implicit';
  const port = tls === 'implicit' ? ports.implicit : ports.plain;
  const box = await clientMailbox(api, { password, port, ca, ...options, tls });
  const deliver = (fields: MailFields, mailbox?: string) => dovecot.deliver(box.user, mail(fields), mailbox);
  const recorded = (...subjects: string[]) =>
    expect.poll(async () => (await box.subjects()).sort()).toEqual(subjects);
  return { ...box, deliver, recorded };
}

const misnamed = await startDovecot('DNS:other.example');
test.each([
  ['an authority that is not trusted', { ca: null }, /certificate that no trusted authority signed/],
  [
    'a certificate for another name',
    { port: misnamed.ports.implicit, ca: misnamed.ca },
    /certificate for another name; use the name in the certificate/,
  ],
  ['a port without TLS', { port: dovecot.ports.plain }, /does not speak TLS here; check the port/],
] satisfies [string, MailboxOptions, RegExp][])(
  'with %s the status is failing, says what to do, and when it is tried again',
  async (_what, options, failure) => {
    const box = await newMailbox(options);
    await box.connect();
    work();
    const said = expect.stringMatching(failure);
    await expect.poll(box.status).toMatchObject({ state: 'failing', failure: said, lastSeenAt: null });
    const { createdAt, nextTryAt, failure: sentence } = await box.status();
    // A connection is due from its creation until it fails.
    expect(Date.parse(nextTryAt)).toBeGreaterThan(Date.parse(createdAt));
    expect(sentence).not.toContain('\n');
  },
);

test.each(['starttls', 'none'] as const)('a mailbox is read with --tls %s', async (tls) => {
  const box = await newMailbox({ tls, allowPrivate: tls !== 'none' });
  box.deliver({ subject: 'one' });
  await box.connect();
  work();
  await box.recorded('one');
});

test('mail is read as it is announced, and reading changes nothing on the server', async () => {
  const box = await newMailbox();
  box.deliver({ subject: 'first' });
  await box.connect();
  work();
  await box.inStep();
  await box.recorded('first');
  // Announced, since the next poll is far away.
  box.deliver({ subject: 'news' });
  await box.recorded('first', 'news');
  expect(dovecot.doveadm(box.user, 'fetch', 'flags', 'mailbox', 'INBOX')).not.toContain('Seen');
  expect(dovecot.sessions(box.user)).toBe(1);
});

test('whatever the server drops, delays or leaves half answered, every message is recorded once', async () => {
  const messages = 300;
  const kinds = ['end', 'reset', 'end', 'silence'] as const;
  // From the login to the last message.
  const faults = [0, 300, 700, 1_100, 2_000, 20_000, 40_000, 60_000].map((afterBytes, index) => ({
    kind: kinds[index % kinds.length] ?? 'end',
    afterBytes: 200 + afterBytes,
    delayMs: index % 3,
  }));
  const proxy = await forwardTo(`tcp://127.0.0.1:${dovecot.ports.plain}`, faults);
  onTestFinished(proxy.close);
  const port = Number(new URL(proxy.url).port);
  const box = await newMailbox({ mailboxes: ['INBOX'], tls: 'none', port });
  dovecot.deliverAll(
    box.user,
    Array.from({ length: messages }, (_, index) => mail({ subject: String(index) })),
  );
  const { id } = await box.connect();
  work(200, 2_000);
  const failures = new Set<string | null>();
  const settled = async () => {
    const { state, failure } = await box.status();
    if (state !== 'failing') return state;
    failures.add(failure);
    // Instead of waiting for the next attempt.
    await resumeConnection(box.organization.db, id);
    return state;
  };
  await expect.poll(settled, { interval: 20 }).toBe('idle');
  expect(proxy.attempts()).toBeGreaterThan(faults.length);
  for (const failure of failures) expect(failure).toMatch(/ (?:closed the connection|does not answer)/);
  expect(new Set(await box.subjects()).size).toBe(messages);
  expect(await box.status()).toMatchObject({ seen: messages, recorded: messages, skipped: 0 });
  proxy.silence();
  box.deliver({ subject: 'meanwhile' });
  await expect.poll(async () => (await box.status()).failure).toContain('does not answer');
  proxy.letThrough();
  await resumeConnection(box.organization.db, id);
  await expect.poll(box.subjects).toContain('meanwhile');
});
