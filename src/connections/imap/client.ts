import { rootCertificates } from 'node:tls';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { ImapFlow, ImapFlowError, ImapFlowOptions } from 'imapflow';
import { maxMailBytes } from '../../activities/import/mail.ts';
import { AddressRefused, isLoopback, resolvePublic } from '../addresses.ts';
import { ConnectionFault, codeOf, LeaseLost, refusedLogin, StoreFailed, toNetworkFault } from '../fault.ts';
import { quoted } from '../quoted.ts';
import type { ImapSettings } from '../schemas.ts';
import { bounded, shortAnswer } from './bounded.ts';
import { type ImapAccount, type Login, secretOf } from './login.ts';
import { transportTo } from './transport.ts';

const openingTimeoutMs = 20_000;

/** The addresses of a host that are tried: whoever names them must not decide how long that takes. */
const maxAddresses = 4;

/** The largest literal that a server may send: a message of the maximum size, and one byte more. */
const maxLiteralBytes = maxMailBytes + 1;
/** A line is read at once, and its tokens become objects. The answer to a search is the longest line. */
const maxLineBytes = 1_024 * 1_024;
const maxTokens = 20_000;

/** Returns the addresses to try in turn; plain text only reaches this machine. @throws ConnectionFault */
export async function addressesOf({
  settings: { host, tls },
  allowPrivate,
}: Omit<ImapAccount, 'secret'>): Promise<readonly string[]> {
  const addresses = await resolvePublic(host, allowPrivate || tls === 'none');
  const usable = tls === 'none' ? addresses.filter(isLoopback) : addresses;
  if (usable.length === 0)
    throw new AddressRefused(
      `${host} is another machine, and without TLS others could read along; use --tls implicit or starttls`,
    );
  return usable.slice(0, maxAddresses);
}

/**
 * Connects to the first of the addresses that can be reached, and logs in. The caller closes the client.
 * @param signal closes the connection
 * @param silenceMs the time after which a server that owes an answer is considered gone
 * @throws ConnectionFault that says what to do
 */
export async function connectImap(
  settings: ImapSettings,
  addresses: readonly string[],
  login: Login,
  signal: AbortSignal,
  silenceMs = openingTimeoutMs,
): Promise<ImapFlow> {
  // Takes 9 MB, and most servers never need it.
  const { ImapFlow } = await import('imapflow');
  const transport = transportTo(addresses, openingTimeoutMs / maxAddresses);
  const client: ImapFlow = new ImapFlow({
    ...optionsOf(settings),
    transport,
    socketTimeout: silenceMs,
    auth: login,
    // Few bytes say that millions vanished, and only a client that has asked for it is told so (RFC 7162, 3.2.10).
    expungeHandler: ({ vanished }) => (vanished ? closeForGood(client) : undefined),
  });
  // Failures reject the pending command; without a listener they would end the process.
  client.on('error', () => {});
  const close = () => client.close();
  signal.addEventListener('abort', close);
  client.on('close', () => signal.removeEventListener('abort', close));
  try {
    signal.throwIfAborted();
    await bounded(client, shortAnswer, () => client.connect());
    return client;
  } catch (error) {
    client.close();
    signal.throwIfAborted();
    throw toImapFault(settings, [secretOf(login)], error);
  }
}

/** Closes a client, and holds up what its library does with the rest of an answer. */
function closeForGood(client: ImapFlow): Promise<void> {
  client.close();
  return new Promise(() => {});
}

const optionsOf = ({ host, port, tls, ca }: ImapSettings): ImapFlowOptions => ({
  host,
  port,
  secure: tls === 'implicit',
  doSTARTTLS: tls === 'starttls',
  tls: { minVersion: 'TLSv1.2', ...(ca === null ? {} : { ca: [...rootCertificates, ca] }) },
  clientInfo: { name: 'Clientele' },
  logger: false,
  disableAutoIdle: true,
  connectionTimeout: openingTimeoutMs,
  greetingTimeout: openingTimeoutMs,
  maxLiteralSize: maxLiteralBytes,
  maxResponseSize: maxLiteralBytes + maxLineBytes,
  maxLineLength: maxLineBytes,
  maxResponseTokens: maxTokens,
  // A few bytes would become many.
  disableCompression: true,
});

const isRejected = (error: unknown) =>
  error instanceof Error && 'authenticationFailed' in error && error.authenticationFailed === true;

const closed = new Set<unknown>([
  'NoConnection',
  'EConnectionClosed',
  'StateLogout',
  'ClosedAfterConnectText',
  'ClosedAfterConnectTLS',
]);
/** True for the error of a command on a connection that had ended before. */
export const isClosed = (error: unknown) => closed.has(codeOf(error));

const silent = new Set<unknown>([
  'CONNECT_TIMEOUT',
  'GREETING_TIMEOUT',
  'UPGRADE_TIMEOUT',
  'ETIMEOUT',
  'LockTimeout',
]);

/** Converts an error of the library, the network or TLS into a sentence for people; returns others as they are. */
export function toImapFault(
  { host, port, user, oauth }: ImapSettings,
  secrets: readonly string[],
  error: unknown,
): unknown {
  const server = `${host}:${port}`;
  if (error instanceof ConnectionFault || error instanceof LeaseLost || !(error instanceof Error))
    return error;
  // Positions and domains are read beside the transactions that store.
  if (error instanceof DrizzleQueryError) return new StoreFailed(error);
  const { code, responseText, response }: ImapFlowError = error;
  const said = [responseText, response].find((text) => typeof text === 'string' && text !== '');
  const words = typeof said === 'string' ? ` (it said: ${quoted(said, secrets)})` : '';
  if (isRejected(error))
    return oauth
      ? new ConnectionFault(
          `${server} refused the access token for ${user}${words}; check that the refresh token is of this user and allows IMAP`,
        )
      : new ConnectionFault(
          `${server} refused the login of ${user}${words}; check user and password, or create an app password if the account needs one`,
          refusedLogin,
        );
  if (silent.has(code))
    return new ConnectionFault(`${server} does not answer; check the address, the port and the firewall`);
  if (closed.has(code)) return new ConnectionFault(`${server} closed the connection${words}`);
  if (code === 'ETHROTTLE') return new ConnectionFault(`${server} asks to wait${words}`);
  const fault = toNetworkFault(server, error);
  if (fault) return fault;
  if (/STARTTLS/.test(error.message))
    return new ConnectionFault(`${server} does not offer STARTTLS; use implicit TLS, port 993`);
  return new ConnectionFault(
    `${server} gave an answer that was not understood${words || ` (${quoted(error.message, secrets)})`}`,
  );
}
