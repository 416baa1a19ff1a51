import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from '../core/rest/entity-tag.ts';

/** A page that is the same for everybody. All responses share its buffers, so that thousands of them take no memory. */
export interface Page {
  readonly headers: Readonly<Record<string, string>>;
  /** The content in each encoding, the preferred one first. */
  readonly encoded: ReadonlyMap<string, { readonly body: Buffer; readonly tag: string }>;
}

/** Makes an entity tag of a content. */
export const tagOf = (content: Buffer | string) => `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;

export function pageOf(bodies: Record<'br' | 'gzip' | 'identity', Buffer>, headers: Page['headers']): Page {
  const tagged = Object.entries(bodies).map(([name, body]) => [name, { body, tag: tagOf(body) }] as const);
  return { headers, encoded: new Map(tagged) };
}

/** Makes a page and compresses it. */
export function toPage(content: string | Buffer, headers: Page['headers']): Page {
  const identity = Buffer.from(content);
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return pageOf({ br, gzip: gzipSync(identity), identity }, headers);
}

/** Sends the page in an encoding that the caller accepts (RFC 9110, section 12.5.3), or 304 if it has that already. */
export function sendPage({ encoded, headers }: Page, request: FastifyRequest, reply: FastifyReply) {
  const accepted = negotiate(request.headers['accept-encoding'] ?? '', [...encoded.keys()]) ?? 'identity';
  const { body, tag } = encoded.get(accepted) ?? {};
  // Also with 304, which updates the headers that a cache holds (RFC 9111, section 4.3.4).
  varyBy(reply, 'Accept-Encoding').headers({ ...headers, ETag: tag });
  if (tag !== undefined && matchesIfNoneMatch(tag, request.headers['if-none-match']))
    return reply.code(304).send();
  if (accepted !== 'identity') reply.header('Content-Encoding', accepted);
  return reply.send(body);
}

/** Adds a request header to those that the response depends on. */
export function varyBy(reply: FastifyReply, header: string): FastifyReply {
  const others = reply.getHeader('Vary');
  return reply.header('Vary', others === undefined ? header : `${others}, ${header}`);
}
