import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { leaseConnections } from '../../src/connections/leases.ts';
import { readPosition, startAgain, startMailbox } from '../../src/connections/progress.ts';
import { findConnection, rotateRefreshToken } from '../../src/connections/queries.ts';
import { secretContext } from '../../src/connections/services.ts';
import { connectionDomains } from '../../src/connections/table.ts';
import { newId } from '../../src/core/db/id.ts';
import { startApi } from '../support/api.ts';
import { newConnection, secrets } from '../support/connections.ts';
import { openPrivateDatabase } from '../support/private-database.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi({ database: await openPrivateDatabase() });
const { db } = api.database;

test("a copy's connection with the same id keeps its position and its refresh token, and gives neither away", async () => {
  const organization = await api.organization();
  const secret = { refreshToken: 'first', clientSecret: null };
  const settings = { host: 'imap.example.com' };
  const { id } = await newConnection(organization.db, { settings, secret: JSON.stringify(secret) });
  const [leased = expect.fail()] = await leaseConnections(db, randomUUID(), 10);
  const start = { uidValidity: '1', nextUid: 5, backfillBefore: 2 };
  await startMailbox(organization.db, leased, 'INBOX', { ...start, nextUid: 4 });
  const counted = { domain: 'globex.example', messages: 1, latestAt: '2026-01-01T00:00:00.000Z' };
  await organization.db.insert(connectionDomains, [{ connectionId: id, mailbox: 'INBOX', ...counted }]);
  await addTwin(api.database, organization.id, { connection_mailboxes: { uid_validity: '7' } });
  await startMailbox(organization.db, leased, 'INBOX', start);
  expect(await readPosition(organization.db, leased, 'INBOX')).toEqual(start);
  await startAgain(organization.db, leased);
  expect(await readPosition(organization.db, leased, 'INBOX')).toBeUndefined();

  const author = { actor: { connectionId: id }, operation: 'connections.replaceSecret', requestId: newId() };
  for (const [previous, next] of [
    ['first', 'second'],
    ['second', 'third'],
  ] as const)
    await rotateRefreshToken(organization.db.writtenBy(author), id, { previous, next }, secrets);
  const stored = await findConnection(organization.db, id);
  const opened = secrets.decrypt(stored?.secret ?? '', secretContext(organization.id, id));
  expect(JSON.parse(opened)).toEqual({ ...secret, refreshToken: 'third' });
});
