import type { z } from 'zod';
import type { TenantReader, TenantWriter } from '../core/db/tenant.ts';
import type { SecretBox } from '../core/secret-key.ts';
import { neverAborted, withDeadline } from '../core/timeouts.ts';
import { refuseAddress } from './addresses.ts';
import { type CalendarProbe, probeCalendar } from './calendar/probe.ts';
import { ConnectionFault } from './fault.ts';
import { type ImapProbe, probeImap } from './imap/probe.ts';
import type { SaveRefreshToken } from './oauth.ts';
import {
  type ConnectionChange,
  changeConnection,
  createConnection,
  findConnection,
  listMailboxes,
  rotateRefreshToken,
} from './queries.ts';
import {
  type Account,
  calendarSecret,
  calendarSettings,
  type ImapSecret,
  type ImapSettings,
  type imapChanges,
  imapSecret,
  imapSettings,
  type NewSecret,
} from './schemas.ts';
import { openSecret } from './services.ts';
import type { Keep } from './table.ts';

/** The organization's database, and the box that encrypts its secrets. */
interface Context {
  readonly db: TenantReader;
  readonly writer: TenantWriter;
  readonly secrets: SecretBox;
}

interface Connectable {
  readonly account: Account;
  readonly integration: string;
  readonly allowPrivate: boolean;
}

const serverOf = (account: Account) =>
  account.type === 'imap' ? account.settings.host : new URL(account.secret.url).hostname;

const calendarSettingsOf = ({ url }: { readonly url: string }) => ({ host: new URL(url).host });

/** Creates a connection for a worker to pick up. @throws AddressRefused, SecretsUnavailable */
export async function connectAccount(
  { writer, secrets }: Pick<Context, 'writer' | 'secrets'>,
  { account, ...values }: Connectable & { readonly keep: Keep },
) {
  refuseAddress(serverOf(account), values.allowPrivate);
  const { type, secret } = account;
  const settings = type === 'imap' ? account.settings : calendarSettingsOf(account.secret);
  return createConnection(writer, { type, settings, ...values }, JSON.stringify(secret), secrets);
}

/** Returns a connection with its settings and progress, without its secret; undefined when there is none. */
export async function showConnection(db: TenantReader, id: string) {
  const found = await findConnection(db, id);
  if (!found) return undefined;
  const { secret: _secret, settings, ...status } = found;
  if (found.type === 'calendar') return { ...status, ...calendarSettings.parse(settings), progress: [] };
  const { ca, ...shown } = imapSettings.parse(settings);
  return { ...status, ...shown, hasOwnAuthority: ca !== null, progress: await listMailboxes(db, id) };
}

/** Bounds of a test: its time, and the size of a calendar, by default that which a connection reads. */
interface TestBounds {
  readonly timeoutMs: number;
  readonly maxBytes?: number;
}

/** Tries a connection; undefined when there is none. @throws SecretsUnavailable */
export async function testConnection({ db, writer, secrets }: Context, id: string, bounds: TestBounds) {
  const found = await findConnection(db, id);
  if (!found) return undefined;
  const { type, allowPrivate, integration } = found;
  const secret = openSecret(secrets, { ...found, organizationId: db.organizationId });
  const account =
    type === 'calendar'
      ? { type, secret: calendarSecret.parse(secret) }
      : { type, settings: imapSettings.parse(found.settings), secret: imapSecret.parse(secret) };
  return testAccount(db, { account, integration, allowPrivate }, bounds, (rotation) =>
    rotateRefreshToken(writer, id, rotation, secrets),
  );
}

export function testAccount(
  db: TenantReader,
  { account, integration, allowPrivate }: Connectable,
  { timeoutMs, maxBytes }: TestBounds,
  saveRefreshToken: SaveRefreshToken = async () => {},
): Promise<ImapProbe | CalendarProbe> {
  const late = new ConnectionFault(`${serverOf(account)} takes too long to answer`);
  return withDeadline(timeoutMs, late, neverAborted, async (signal) => {
    if (account.type === 'calendar') {
      const calendar = { url: new URL(account.secret.url), allowPrivate, integration };
      return probeCalendar(db, calendar, maxBytes, signal);
    }
    return probeImap({ ...account, allowPrivate }, saveRefreshToken, signal);
  });
}

/** The parts of a connection that are given anew. */
interface Given {
  readonly secret?: NewSecret | undefined;
  readonly settings?: z.infer<typeof imapChanges> | undefined;
}

/**
 * Gives a connection another secret or other settings; undefined when there is none.
 * @throws ConnectionFault if the change does not fit the connection
 */
export async function updateConnection({ db, writer, secrets }: Context, id: string, given: Given) {
  const found = await findConnection(db, id);
  if (!found) return undefined;
  const { settings, secret } = given;
  const host = secret && 'url' in secret ? new URL(secret.url).hostname : settings?.host;
  if (host !== undefined) refuseAddress(host, found.allowPrivate);
  const current = () =>
    imapSecret.parse(openSecret(secrets, { ...found, organizationId: db.organizationId }));
  const change =
    found.type === 'calendar'
      ? calendarChange(given)
      : mailboxChange(imapSettings.parse(found.settings), given, current);
  return changeConnection(writer, found, change, secrets);
}

function calendarChange({ secret, settings }: Given): ConnectionChange {
  if (settings) throw new ConnectionFault('a calendar has no settings to change; give it another URL');
  if (!secret) return {};
  if (!('url' in secret)) throw new ConnectionFault('a calendar has no password; give its URL');
  return { secret: JSON.stringify(secret), settings: calendarSettingsOf(secret) };
}

/** @param current returns the present secret */
function mailboxChange(
  present: ImapSettings,
  { secret, settings: changes }: Given,
  current: () => ImapSecret,
): ConnectionChange {
  const settings = changes && { ...present, ...changes };
  if (!secret && settings && (settings.host !== present.host || settings.port !== present.port))
    throw new ConnectionFault('to change the host or port, give the secret of the mailbox again');
  if (!secret) return { settings };
  const needed = present.oauth ? 'refreshToken' : 'password';
  if (!(needed in secret))
    throw new ConnectionFault(`the mailbox needs a ${present.oauth ? 'refresh token' : 'password'}`);
  if (!('refreshToken' in secret) || secret.clientSecret !== undefined)
    return { settings, secret: JSON.stringify(secret) };
  const before = current();
  const clientSecret = 'clientSecret' in before ? before.clientSecret : null;
  return { settings, secret: JSON.stringify({ ...secret, clientSecret }) };
}
