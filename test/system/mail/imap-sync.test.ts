import { afterAll, describe, expect, test } from 'vitest';
import { listCountedDomains } from '../../../src/connections/domains.ts';
import { startApi } from '../../support/api.ts';
import { hasDovecot, startDovecot } from '../../support/dovecot.ts';
import { mail } from '../../support/mail.ts';
import { openPrivateDatabase } from '../../support/private-database.ts';
import { generous } from '../../support/rules.ts';
import { clientMailbox, type MailboxOptions, startWork, stopWork } from './support.ts';

describe.runIf(hasDovecot)('on a mail server', async () => {
  if (!hasDovecot) return;
  const api = await startApi({ database: await openPrivateDatabase(), ...generous });
  const dovecot = await startDovecot();
  startWork(api);
  afterAll(stopWork);

  const globexMailbox = (options?: MailboxOptions) => clientMailbox(api, dovecot, options);

  test('a first sync records sent and received mail of clients, the newest first, and no drafts, spam or trash', async () => {
    const box = await globexMailbox();
    for (const subject of ['one', 'two', 'three']) box.deliver({ subject });
    box.deliver({ subject: 'sent', from: 'ann@acme.example', to: 'pat@globex.example' }, 'Sent');
    for (const mailbox of ['Drafts', 'Junk', 'Trash']) box.deliver({ subject: mailbox }, mailbox);
    await box.connect();
    await box.inStep();
    expect(await box.subjects()).toEqual(['three', 'two', 'one', 'sent']);
    const { seen, recorded, skipped, failure, lastSeenAt, lastReceivedAt } = await box.status();
    expect({ seen, recorded, skipped, failure }).toEqual({ seen: 4, recorded: 4, skipped: 0, failure: null });
    expect([lastSeenAt, lastReceivedAt]).toEqual([expect.any(String), expect.any(String)]);
  });

  test('a new message appears in the activities of its client without waiting for a poll', async () => {
    const box = await globexMailbox();
    await box.connect();
    await box.inStep();
    box.deliver({ subject: 'news' });
    const url = `/v1/clients/${box.client.id}/activities`;
    await expect
      .poll(async () => (await api.get(url, { token: box.organization.token })).body.data)
      .toEqual([expect.objectContaining({ subject: 'news', source: 'gmail', immutable: true })]);
  });

  test('mail that concerns no client is counted by domain, and recorded once its domain has a client', async () => {
    const box = await globexMailbox();
    box.deliver({ subject: 'wanted' });
    for (const subject of ['first', 'second']) box.deliver({ subject, from: 'kim@initech.example' });
    await box.connect();
    await box.inStep();
    expect(await box.subjects()).toEqual(['wanted']);
    expect(await listCountedDomains(box.organization.db, 10)).toEqual(
      expect.arrayContaining([expect.objectContaining({ domain: 'initech.example', activities: 2 })]),
    );
    await box.organization.client({ domain: 'initech.example' });
    box.deliver({ subject: 'third', from: 'kim@initech.example' });
    await expect.poll(box.subjects).toHaveLength(4);
    await expect.poll(() => listCountedDomains(box.organization.db, 10)).toEqual([]);
  });

  test('with --keep all everything is recorded', async () => {
    const box = await globexMailbox({ keep: 'all' });
    box.deliver({ subject: 'private', from: 'mum@home.example' });
    await box.connect();
    await expect.poll(box.subjects).toEqual(['private']);
  });

  test('copies of a message in two mailboxes, and messages moved between them, are recorded once', async () => {
    const box = await globexMailbox({ mailboxes: ['INBOX', 'Sent'] });
    const copy = mail({ subject: 'copied' });
    for (const mailbox of ['INBOX', 'Sent']) dovecot.deliver(box.user, copy, mailbox);
    box.deliver({ subject: 'moved' });
    await box.connect();
    await box.inStep();
    dovecot.doveadm(box.user, 'move', 'Sent', 'mailbox', 'INBOX', 'subject', 'moved');
    box.deliver({ subject: 'last' });
    await expect.poll(box.subjects).toContain('last');
    expect((await box.subjects()).sort()).toEqual(['copied', 'last', 'moved']);
  });

  test('messages older than the start are left out, and an empty mailbox is in sync', async () => {
    const box = await globexMailbox({ since: '2999-01-01T00:00:00.000Z' });
    box.deliver();
    await box.connect();
    await box.inStep();
    expect(await box.status()).toMatchObject({ seen: 0, recorded: 0, failure: null });
  });

  test('a message over 25 MiB is not downloaded, but counted as skipped with the reason', async () => {
    const box = await globexMailbox();
    const line = `${'x'.repeat(76)}\r\n`;
    box.deliver({ subject: 'huge', body: line.repeat(26 * 13_500) });
    box.deliver({ subject: 'small' });
    await box.connect();
    await box.inStep();
    expect(await box.subjects()).toEqual(['small']);
    const { seen, skipped, skippedReasons } = await box.details();
    expect({ seen, skipped, skippedReasons }).toEqual({
      seen: 2,
      skipped: 1,
      skippedReasons: { 'is longer than 25 MiB': 1 },
    });
  });

  test('reading changes nothing on the server', async () => {
    const box = await globexMailbox();
    box.deliver();
    await box.connect();
    await box.inStep();
    expect(dovecot.doveadm(box.user, 'fetch', 'flags', 'mailbox', 'INBOX')).not.toContain('Seen');
  });
});
