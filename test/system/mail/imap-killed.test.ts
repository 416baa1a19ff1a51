import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { activities } from '../../../src/activities/table.ts';
import { connections } from '../../../src/connections/table.ts';
import { openPostgres } from '../../../src/core/db/database.ts';
import { startApi } from '../../support/api.ts';
import { atEndOfFile } from '../../support/cleanup.ts';
import { secretKey } from '../../support/connections.ts';
import { hasDovecot, startDovecot } from '../../support/dovecot.ts';
import { emptyDatabase } from '../../support/empty-database.ts';
import { mail } from '../../support/mail.ts';
import { start } from '../../support/process.ts';
import { eventTimeoutMs } from '../../support/timeouts.ts';
import { clientMailbox } from './support.ts';

/** `TEST_KILLS=50` is the full form, before a release. */
const kills = Number(process.env.TEST_KILLS ?? 12);
/** The maximum number of messages that are recorded until the next kill, so that each one comes during the first sync. */
const messagesPerKill = 400;
const messages = kills * messagesPerKill;

describe.runIf(hasDovecot)('on a mail server', async () => {
  if (!hasDovecot) return;
  const { url, drop } = await emptyDatabase();
  const database = openPostgres(url, { maxConnections: 4 });
  await database.migrate();
  const api = await startApi({ database });
  atEndOfFile(drop);
  const { db } = database;
  const dovecot = await startDovecot();

  test(
    'two workers that are killed over and over during the first sync record every message once',
    async () => {
      const box = await clientMailbox(api, dovecot, { mailboxes: ['INBOX'] });
      dovecot.deliverAll(
        box.user,
        Array.from({ length: messages }, (_, index) =>
          mail({ subject: `Mail ${index}`, id: `mail-${index}` }),
        ),
      );
      await box.connect();
      const environment = { DATABASE_URL: url, SECRETS_KEY: secretKey.toString('base64') };
      const recorded = () => db.$count(activities, eq(activities.organizationId, box.organization.id));
      for (let kill = 0; kill < kills; kill++) {
        const workers = [start('worker', environment), start('worker', environment)];
        const before = await recorded();
        expect(before).toBeLessThan(messages);
        const target = Math.min(before + 1 + Math.floor(Math.random() * messagesPerKill), messages);
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
    },
    kills * eventTimeoutMs,
  );
});
