import { setTimeout } from 'node:timers/promises';
import { hasCountedOfInterest } from '../domains.ts';
import { ConnectionFault } from '../fault.ts';
import { type LeasedConnection, recordAnswer, recordInStep, tenantOf } from '../leases.ts';
import type { SaveRefreshToken } from '../oauth.ts';
import { authorOf, startAgain } from '../progress.ts';
import { rotateRefreshToken } from '../queries.ts';
import { imapSecret, imapSettings } from '../schemas.ts';
import { type ConnectionServices, openSecret } from '../services.ts';
import type { ImapSession } from './batch.ts';
import { bounded, shortAnswer } from './bounded.ts';
import { addressesOf, connectImap, isClosed, toImapFault } from './client.ts';
import { loginOf, secretOf } from './login.ts';
import { MailboxReader } from './mailbox.ts';
import { findMailboxes } from './mailboxes.ts';

/** A session that lasted this long is worth another one at once. */
const longSessionMs = 30_000;

/**
 * Keeps a leased connection in sync with its server until the signal aborts, or the server ends a long session that had
 * caught up, as servers do now and then.
 * @returns the time until the connection is due again, in milliseconds
 * @throws ConnectionFault when the server cannot be used any longer, LeaseLost
 */
export async function keepImap(
  services: ConnectionServices,
  connection: LeasedConnection,
  signal: AbortSignal,
): Promise<number> {
  const { id, allowPrivate } = connection;
  const { log, secrets } = services;
  const startedMs = performance.now();
  const settings = imapSettings.parse(connection.settings);
  const tenant = tenantOf(services.db, connection);
  const account = { settings, secret: imapSecret.parse(openSecret(secrets, connection)), allowPrivate };
  // Also without the lease: the provider may have ended the previous refresh token.
  const writer = tenant.writtenBy(authorOf(connection, 'replaceSecret'));
  const save: SaveRefreshToken = (rotation) => rotateRefreshToken(writer, id, rotation, secrets);
  const addresses = await addressesOf(account);
  const login = await loginOf(account, save, signal);
  const client = await connectImap(settings, addresses, login, signal, services.silenceMs);
  const session = { services, connection, settings, client, tenant, signal, isInStep: false };
  let endedBy: unknown;
  client.on('error', (error) => (endedBy ??= error));
  try {
    return await keepInStep(session);
  } catch (error) {
    signal.throwIfAborted();
    const cause = isClosed(error) ? (endedBy ?? error) : error;
    const fault = toImapFault(settings, [secretOf(login)], cause);
    const isLong = session.isInStep && performance.now() - startedMs >= longSessionMs;
    if (!isLong || !(fault instanceof ConnectionFault)) throw fault;
    log.info({ reason: fault.message }, 'a connection ended; connecting again');
    return 0;
  } finally {
    client.close();
  }
}

async function keepInStep(session: ImapSession): Promise<never> {
  const { services, connection, client, settings, tenant, signal } = session;
  await recordAnswer(tenant, connection);
  for (;;) {
    const { paths, problem } = await findMailboxes(client, settings);
    if (await hasCountedOfInterest(tenant, connection.id, connection.integration))
      await startAgain(tenant, connection);
    const readers = paths.map((path) => new MailboxReader(session, path));
    await catchUp(readers);
    await recordInStep(tenant, connection, problem);
    const waiting = { ...shortAnswer, ms: services.pollMs + shortAnswer.ms };
    session.isInStep = true;
    await bounded(client, waiting, () => waitForMail(session, readers));
    session.isInStep = false;
    signal.throwIfAborted();
  }
}

/** Reads all that the server has: new messages first, and earlier ones of all mailboxes in turn. */
async function catchUp(readers: readonly MailboxReader[]): Promise<void> {
  let behind = [...readers];
  while (behind.length > 0) {
    const more: MailboxReader[] = [];
    for (const reader of behind) {
      await reader.open();
      await reader.readNew();
      if (await reader.readEarlier()) more.push(reader);
    }
    behind = more;
  }
}

/** Waits until the server announces a message in the first mailbox, or until it is time to look at all mailboxes. */
async function waitForMail(
  { client, services }: ImapSession,
  [first]: readonly MailboxReader[],
): Promise<void> {
  const waiting = new AbortController();
  const stop = () => waiting.abort();
  for (const event of ['exists', 'close'] as const) client.once(event, stop);
  try {
    // The other mailboxes were opened after it.
    await first?.open();
    if (first?.hasUnread) return;
    // Ends with the next command, or at once on a server that refuses it; then this only polls.
    const idling = first && client.capabilities.has('IDLE') ? client.idle().catch(() => false) : undefined;
    await setTimeout(services.pollMs, undefined, { signal: waiting.signal }).catch(() => {});
    await client.noop();
    await idling;
  } finally {
    for (const event of ['exists', 'close'] as const) client.off(event, stop);
  }
}
