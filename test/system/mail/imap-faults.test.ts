import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { activities } from '../../../src/activities/table.ts';
import { resumeConnection } from '../../../src/connections/queries.ts';
import { seeded } from '../../../proof/bad-input/random.ts';
import { startApi } from '../../support/api.ts';
import { hasDovecot, startDovecot } from '../../support/dovecot.ts';
import { type Fault, startFaultProxy } from '../../support/fault-proxy.ts';
import { mail } from '../../support/mail.ts';
import { openPrivateDatabase } from '../../support/private-database.ts';
import { clientMailbox, startWork, stopWork } from './support.ts';

const pollMs = 200;
/** The time for which a server may be silent in these tests. */
const silenceMs = 2_000;
const messages = 500;

/** Faults at any place of a first sync, from the login to the last message. */
function faultsOf(seed: number, count: number): Fault[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, index) => ({
    kind: index % 4 === 3 ? 'silence' : random.of(['end', 'reset'] as const),
    afterBytes: 200 + Math.floor(2_000 ** (random.next() * 1.6)),
    delayMs: random.below(4),
  }));
}

describe.runIf(hasDovecot)('behind a proxy with faults', async () => {
  if (!hasDovecot) return;
  const api = await startApi({ database: await openPrivateDatabase() });
  const dovecot = await startDovecot();
  startWork(api, [], pollMs, silenceMs);
  afterAll(stopWork);

  test.each([2, 4])(
    'whatever the server drops, delays or leaves half answered, every message is recorded once (seed %i)',
    async (seed) => {
      const faults = faultsOf(seed, 12);
      const proxy = await startFaultProxy(dovecot.ports.plain, faults);
      const box = await clientMailbox(api, dovecot, { mailboxes: ['INBOX'], tls: 'none', port: proxy.port });
      dovecot.deliverAll(
        box.user,
        Array.from({ length: messages }, (_, index) => mail({ id: `${box.user}-${index}` })),
      );
      const { id } = await box.connect();
      const dishonest: unknown[] = [];
      const failures = new Set<string>();
      const settled = async () => {
        const status = await box.status();
        const { state, failure, recorded } = status;
        if (failure !== null) failures.add(failure.replace(/^\S+ /, ''));
        if (state === 'idle' ? recorded < messages : (state === 'failing') !== (failure !== null))
          dishonest.push(status);
        // Instead of waiting for the next attempt.
        if (state === 'failing') await resumeConnection(box.organization.db, id);
        return state;
      };
      await expect.poll(settled, { interval: 20 }).toBe('idle');
      expect(dishonest).toEqual([]);
      // More than one fault came before the end, and each of them was told.
      expect(proxy.sessions()).toBeGreaterThan(2);
      for (const failure of failures) expect(failure).toMatch(/^(?:closed the connection|does not answer)/);
      expect(await box.status()).toMatchObject({ seen: messages, recorded: messages, skipped: 0 });
      const rows = await api.database.db
        .select({ id: activities.sourceId })
        .from(activities)
        .where(eq(activities.organizationId, box.organization.id));
      const listed = dovecot.doveadm(box.user, 'fetch', 'hdr.message-id', 'mailbox', 'INBOX');
      expect(rows.map((row) => row.id).sort()).toEqual(
        [...listed.matchAll(/<(.+)>/g)].map(([, messageId]) => messageId).sort(),
      );
    },
  );

  test('a session that goes silent while nothing is new is noticed, and the next one brings what came meanwhile', async () => {
    const proxy = await startFaultProxy(dovecot.ports.plain, []);
    const box = await clientMailbox(api, dovecot, { mailboxes: ['INBOX'], tls: 'none', port: proxy.port });
    const { id } = await box.connect();
    await box.inStep();
    proxy.silence();
    box.deliver({ subject: 'meanwhile' });
    await expect
      .poll(box.status)
      .toMatchObject({ state: 'failing', failure: expect.stringContaining('does not answer') });
    await resumeConnection(box.organization.db, id);
    await expect.poll(box.subjects).toEqual(['meanwhile']);
  });
});
