import { unescape as decoded } from 'node:querystring';
import { parseUrl } from '../core/rest/fields.ts';
import { unlessAborted, withDeadline } from '../core/timeouts.ts';
import { AddressRefused, isLoopback, pinnedTo, resolvePublic } from './addresses.ts';
import { ConnectionFault, codeOf, toNetworkFault } from './fault.ts';

export interface HttpBounds {
  /** Allows servers in private networks. */
  readonly allowPrivate: boolean;
  /** Counted after decompression. */
  readonly maxBytes: number;
  /** For everything, from the look-up of the name to the last byte. */
  readonly timeoutMs: number;
  /** With 0, a redirect is an answer as any other. */
  readonly maxRedirects: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: Buffer;
}

interface HttpRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends a request to a server that an administrator named. Every address is checked before it is connected to, those of
 * redirects too; TLS is verified, and plain HTTP goes to this machine only.
 * @param url user and password in it are sent as basic authentication
 * @throws ConnectionFault whose message names the server and never the rest of the URL, which may be secret
 */
export async function sendRequest(
  url: URL,
  request: HttpRequest,
  bounds: HttpBounds,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const late = new ConnectionFault(`${url.host} took longer than ${bounds.timeoutMs / 1_000} s to answer`);
  return withDeadline(bounds.timeoutMs, late, signal, async (inner) => {
    let target = withoutUser(url);
    for (let redirects = 0; ; redirects++) {
      // User and password stay with the server that they are for.
      const own = target.origin === url.origin ? authorization(url) : {};
      const headers = { ...request.headers, ...own };
      const answer = await sendOnce(target, { ...request, headers }, bounds, inner);
      const location = redirectOf(answer);
      if (location === undefined || bounds.maxRedirects === 0) return answer;
      if (redirects === bounds.maxRedirects)
        throw new ConnectionFault(`${url.host} redirects more than ${bounds.maxRedirects} times`);
      const next = parseUrl(location, target);
      if (!next) throw new ConnectionFault(`${target.host} redirects to an invalid URL`);
      target = withoutUser(next);
    }
  });
}

/** The wait that a server asks for, in seconds or until a date (RFC 9110, 10.2.3), for a `ConnectionFault`. */
export function retryAfter({ headers }: HttpAnswer): { retryAfterMs?: number } {
  const asked = headers.get('retry-after') ?? '';
  const retryAfterMs = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - Date.now();
  return retryAfterMs > 0 ? { retryAfterMs } : {};
}

export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const redirectOf = ({ status, headers }: HttpAnswer): string | undefined =>
  redirectStatuses.has(status) ? (headers.get('location') ?? undefined) : undefined;

async function sendOnce(
  url: URL,
  { method = 'GET', headers, body }: HttpRequest,
  { allowPrivate, maxBytes }: HttpBounds,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  if (!['https:', 'http:'].includes(url.protocol))
    throw new AddressRefused(`${url.host || url.protocol} is not an https:// address`);
  // A look-up has no time limit of its own.
  const addresses = await unlessAborted(resolvePublic(url.hostname, allowPrivate), signal);
  if (url.protocol === 'http:' && !addresses.every(isLoopback))
    throw new AddressRefused(`${url.host} must use https://; plain http:// is for this machine only`);
  // Loaded here because it is slow to load and most processes never need it.
  const { Agent, fetch } = await import('undici');
  const init = { method, headers: { ...headers }, body: body ?? null, signal };
  const dispatcher = new Agent({ connect: pinnedTo(addresses) });
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', dispatcher });
    const { status } = response;
    return { status, headers: response.headers, body: await readBody(response.body ?? [], url, maxBytes) };
  } catch (error) {
    signal.throwIfAborted();
    const unknown = `sent an unexpected response (${codeOf(error) ?? 'no code'})`;
    throw toNetworkFault(url.host, error) ?? new ConnectionFault(`${url.host} ${unknown}`);
  } finally {
    await dispatcher.destroy();
  }
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const text = `${decoded(username)}:${decoded(password)}`;
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}

function withoutUser(url: URL): URL {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain;
}

async function readBody(
  body: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  { host }: URL,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new ConnectionFault(`${host} sends more than ${maxBytes.toLocaleString('en')} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
