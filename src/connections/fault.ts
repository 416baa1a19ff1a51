import { reasonOf, rootCause } from '../core/reason.ts';

/** A failure of a connection. The message is one sentence for people that says what failed and what to do; it holds no secret. */
export class ConnectionFault extends Error {
  /** The wait that the server asked for, or that is fair to it. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { retryAfterMs }: { retryAfterMs?: number } = {}) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Thrown when this process no longer holds the lease: the connection was paused or deleted, or another worker took over. */
export class LeaseLost extends Error {
  override readonly message = 'the lease of the connection was lost';
}

/** Thrown when the database could not store what was read. */
export class StoreFailed extends ConnectionFault {
  constructor(cause: unknown) {
    super(`the database could not store what arrived: ${reasonOf(cause)}; it will be retried`);
  }
}

/** The wait after a refused login: providers lock accounts that are tried too often. */
export const refusedLogin = { retryAfterMs: 15 * 60_000 };

const untrusted =
  'has a certificate that no trusted authority signed; use a valid one, or name the authority with NODE_EXTRA_CA_CERTS';

/** The ends of sentences about a server, by error codes of Node. */
const networkFaults = new Map([
  ['ECONNREFUSED', 'refuses connections; check the port and that the server runs'],
  ['ECONNRESET', 'closed the connection'],
  ['EPIPE', 'closed the connection'],
  ['UND_ERR_SOCKET', 'closed the connection'],
  ['ETIMEDOUT', 'does not answer; check the address, the port and the firewall'],
  ['UND_ERR_CONNECT_TIMEOUT', 'does not answer; check the address, the port and the firewall'],
  ['EHOSTUNREACH', 'cannot be reached; check the network'],
  ['ENETUNREACH', 'cannot be reached; check the network'],
  ['CERT_HAS_EXPIRED', 'has an expired certificate; it must be renewed on the server'],
  ['CERT_NOT_YET_VALID', 'has a certificate that is not valid yet; check the clocks'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'has a certificate for another name; use the name in the certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', untrusted],
  ['SELF_SIGNED_CERT_IN_CHAIN', untrusted],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', untrusted],
]);

/** Converts an error of the network or of TLS into a sentence about `server`; undefined for other errors. */
export function toNetworkFault(server: string, error: unknown): ConnectionFault | undefined {
  if (error instanceof ConnectionFault) return error;
  const code = codeOf(error) ?? '';
  // OpenSSL has dozens of codes, all for a handshake that failed.
  const isHandshake = /^(?:ERR_SSL_|EPROTO$)/.test(code);
  const fault =
    networkFaults.get(code) ?? (isHandshake ? 'does not speak TLS here; check the port' : undefined);
  return fault === undefined ? undefined : new ConnectionFault(`${server} ${fault}`);
}

/** The code of the first cause of an error; `fetch` wraps the error of the socket. */
export function codeOf(error: unknown): string | undefined {
  const cause = rootCause(error);
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
