import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { activities } from '../../../src/activities/table.ts';
import { connections } from '../../../src/connections/table.ts';
import { startApi } from '../../support/api.ts';
import { atEndOfFile } from '../../support/cleanup.ts';
import { clientMailbox, secretKey } from '../../support/connections.ts';
import { hasDovecot, password, startDovecot } from '../../support/dovecot.ts';
import { emptyDatabase } from '../../support/empty-database.ts';
import { mail } from '../../support/mail.ts';
import { openTestPostgres } from '../../support/postgres.ts';
import { start } from '../../support/process.ts';

/** The number of messages that are recorded until each kill; more are left. */
const kills = [1, 401];
const messages = 800;

describe.runIf(hasDovecot)('on a mail server', async () => {
  if (!hasDovecot) return;
  const { url, drop } = await emptyDatabase();
  const database = openTestPostgres(url);
  await database.migrate();
  const api = await startApi({ database });
  atEndOfFile(drop);
  const { db } = database;
  const dovecot = await startDovecot();

  test('two workers that are killed during the first sync record every message once', async () => {
    const box = await clientMailbox(api, {
      password,
      port: dovecot.ports.plain,
      mailboxes: ['INBOX'],
    });
    const mails = Array.from({ length: messages }, (_, index) => mail({ id: `mail-${index}` }));
    dovecot.deliverAll(box.user, mails);
    await box.connect();
    const environment = { DATABASE_URL: url, SECRETS_KEY: secretKey.toString('base64') };
    const recorded = () => db.$count(activities, eq(activities.organizationId, box.organization.id));
    for (const target of kills) {
      const workers = [start('worker', environment), start('worker', environment)];
      await expect.poll(recorded, { interval: 5 }).toBeGreaterThanOrEqual(target);
      for (const { process } of workers) process.kill('SIGKILL');
      await Promise.all(workers.map(({ ended }) => ended));
      // The lease of a dead worker ends by itself after a while.
      await db.update(connections).set({ leasedUntil: sql`now()` });
    }
    const last = start('worker', environment);
    // Before it is ready, the signal would end it without a stop.
    await expect.poll(() => last.stdout).toContain('The worker is ready');
    await box.inStep();
    last.process.kill('SIGTERM');
    expect(await last.ended).toBe(0);
    const ids = (await db.select({ id: activities.sourceId }).from(activities)).map(({ id }) => id);
    const listed = dovecot.doveadm(box.user, 'fetch', 'hdr.message-id', 'mailbox', 'INBOX');
    const onServer = [...listed.matchAll(/<(.+)>/g)].map(([, id]) => id);
    expect(onServer).toHaveLength(messages);
    expect(ids.sort()).toEqual(onServer.sort());
    expect(await box.status()).toMatchObject({ seen: messages, recorded: messages, failure: null });
  });
});
