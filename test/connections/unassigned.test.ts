import { expect, test } from 'vitest';
import { createConnection } from '../../src/connections/queries.ts';
import { connectionDomains } from '../../src/connections/table.ts';
import { startApi } from '../support/api.ts';
import { connectionServices } from '../support/connections.ts';
import { callerOf, resultOf } from '../support/trpc.ts';
import { recordUnassigned } from '../support/unassigned.ts';

const api = await startApi();

test('domains of unassigned activities and of messages that were only counted are one list', async () => {
  const { id: organizationId, db, token } = await api.organization();
  const settings = { host: 'imap.example.com', user: 'ann' };
  const { id: connectionId } = await createConnection(
    db,
    { type: 'imap', integration: 'gmail', settings, keep: 'clients', allowPrivate: false },
    'swordfish',
    connectionServices(api.database).secrets,
  );
  const count = (domain: string, messages: number, latestAt: string) =>
    api.database.db
      .insert(connectionDomains)
      .values({ organizationId, connectionId, mailbox: 'INBOX', domain, messages, latestAt });
  const [early, late] = ['2026-06-01T12:00:00.000Z', '2026-06-09T12:00:00.000Z'];
  await recordUnassigned(db, { participants: ['pat@both.example'], subject: 'Hello', occurredAt: early });
  await count('both.example', 2, late);
  await count('counted.example', 5, early);
  const { data } = resultOf(await callerOf(api, token).query('imports.unassigned', {}));
  expect(data).toEqual([
    { domain: 'counted.example', activities: 5, latestSubject: null, latestAt: early },
    { domain: 'both.example', activities: 3, latestSubject: 'Hello', latestAt: late },
  ]);
});
