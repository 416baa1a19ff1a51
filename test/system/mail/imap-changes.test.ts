import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startApi } from '../../support/api.ts';
import { hasDovecot, startDovecot } from '../../support/dovecot.ts';
import { openPrivateDatabase } from '../../support/private-database.ts';
import { clientMailbox, type MailboxOptions, startWork, stopWork } from './support.ts';

/** Changes that no server announces are seen at the next poll. */
const pollMs = 200;

describe.runIf(hasDovecot)('on a mail server', async () => {
  if (!hasDovecot) return;
  const api = await startApi({ database: await openPrivateDatabase() });
  const dovecot = await startDovecot();
  startWork(api, [], pollMs);
  afterAll(stopWork);
  const globexMailbox = (options?: MailboxOptions) => clientMailbox(api, dovecot, options);

  test('a mailbox that the server renumbers is read again, and nothing is recorded twice', async () => {
    const box = await globexMailbox();
    for (const subject of ['one', 'two']) box.deliver({ subject });
    await box.connect();
    await box.inStep();
    dovecot.doveadm(box.user, 'mailbox', 'update', '--uid-validity', '4000000000', 'INBOX');
    box.deliver({ subject: 'three' });
    await expect.poll(box.subjects).toEqual(['two', 'one', 'three']);
    await expect.poll(box.status).toMatchObject({ state: 'idle', seen: 5, recorded: 3 });
  });

  test('a message is recorded although another one had its id, in one mailbox or later, and each of them once', async () => {
    const box = await globexMailbox();
    const id = randomUUID();
    box.deliver({ subject: 'one', id, date: 'Mon, 05 Jan 2026 10:00:00 +0000' });
    box.deliver({ subject: 'two', id, date: 'Mon, 05 Jan 2026 11:00:00 +0000' });
    await box.connect();
    await box.inStep();
    box.deliver({ subject: 'three', id, date: 'Mon, 05 Jan 2026 12:00:00 +0000' });
    await expect.poll(box.status).toMatchObject({ state: 'idle', seen: 3, recorded: 3 });
    dovecot.doveadm(box.user, 'mailbox', 'update', '--uid-validity', '4000000001', 'INBOX');
    await expect.poll(box.status).toMatchObject({ state: 'idle', seen: 6, recorded: 3 });
    expect((await box.subjects()).sort()).toEqual(['one', 'three', 'two']);
  });

  test('a renamed mailbox is reported with what to do, the others are kept in sync, and its old name repairs it', async () => {
    const box = await globexMailbox({ mailboxes: ['INBOX', 'Projects'] });
    dovecot.doveadm(box.user, 'mailbox', 'create', 'Projects');
    box.deliver({ subject: 'one' }, 'Projects');
    await box.connect();
    await box.inStep();
    dovecot.doveadm(box.user, 'mailbox', 'rename', 'Projects', 'Old');
    await expect.poll(box.status).toMatchObject({
      state: 'failing',
      failure: expect.stringMatching(/no mailbox "Projects"; rename it back/),
    });
    box.deliver({ subject: 'two' });
    await expect.poll(box.subjects).toEqual(['one', 'two']);
    dovecot.doveadm(box.user, 'mailbox', 'rename', 'Old', 'Projects');
    await box.inStep();
    box.deliver({ subject: 'three' }, 'Projects');
    await expect.poll(box.subjects).toEqual(['one', 'two', 'three']);
  });

  test('a mailbox for spam is not read even by name, and the status says so', async () => {
    const box = await globexMailbox({ mailboxes: ['INBOX', 'Junk'] });
    box.deliver({ subject: 'spam' }, 'Junk');
    box.deliver({ subject: 'mail' });
    await box.connect();
    await expect
      .poll(box.status)
      .toMatchObject({ state: 'failing', failure: expect.stringContaining('"Junk" holds spam') });
    expect(await box.subjects()).toEqual(['mail']);
  });

  test('messages deleted on the server stay recorded', async () => {
    const box = await globexMailbox();
    box.deliver({ subject: 'one' });
    await box.connect();
    await box.inStep();
    dovecot.doveadm(box.user, 'expunge', 'mailbox', 'INBOX', 'all');
    box.deliver({ subject: 'two' });
    await expect.poll(box.subjects).toEqual(['one', 'two']);
  });
});
