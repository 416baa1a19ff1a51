import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from '../core/rest/entity-tag.ts';

/** The content of a page in each encoding, the preferred one first. */
export interface Encoded {
  readonly br: Buffer;
  readonly gzip: Buffer;
  readonly identity: Buffer;
}

/** A page that is the same for everybody. All responses share its buffers, so that thousands of them take no memory. */
export interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly encoded: Encoded;
  readonly tags: Readonly<Record<keyof Encoded, string>>;
}

const encodings = ['br', 'gzip', 'identity'] as const satisfies readonly (keyof Encoded)[];

export function encode(content: string | Buffer): Encoded {
  const identity = Buffer.from(content);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return { br: brotliCompressSync(identity, { params }), gzip: gzipSync(identity), identity };
}

export function toPage(encoded: Encoded, headers: Page['headers']): Page {
  const tag = (body: Buffer) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const tags = { br: tag(encoded.br), gzip: tag(encoded.gzip), identity: tag(encoded.identity) };
  return { headers, encoded, tags };
}

/** Sends the page in an encoding that the caller accepts (RFC 9110, section 12.5.3), or 304 if it has that already. */
export function sendPage({ encoded, tags, headers }: Page, request: FastifyRequest, reply: FastifyReply) {
  const accepted = negotiate(request.headers['accept-encoding'] ?? '', [...encodings]);
  const encoding = encodings.find((name) => name === accepted) ?? 'identity';
  const vary = [reply.getHeader('Vary'), 'Accept-Encoding'].filter((name) => name !== undefined);
  // Also with 304, which updates the headers that a cache holds (RFC 9111, section 4.3.4).
  reply.headers({ ...headers, ETag: tags[encoding], Vary: vary.join(', ') });
  if (matchesIfNoneMatch(tags[encoding], request.headers['if-none-match'])) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  return reply.send(encoded[encoding]);
}

/** Makes a page once, on first use; tries again after a failure. */
export function cached(make: () => Promise<Page>): () => Promise<Page> {
  let page: Promise<Page> | undefined;
  return () => {
    page ??= make().catch((error: unknown) => {
      page = undefined;
      throw error;
    });
    return page;
  };
}
