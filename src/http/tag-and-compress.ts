import { constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { DoneFuncWithErrOrRes, FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from '../core/rest/entity-tag.ts';
import { tagOf, varyBy } from './page.ts';

/** Smaller answers fit in a packet or two anyway. */
const minCompressedLength = 4_096;

/** Most of the gain at a fraction of the time. */
const level = constants.Z_BEST_SPEED;

/**
 * Sends an answer of a query in few bytes: 304 if the caller has it, and compressed if it is long. Only callers who send
 * `If-None-Match`, an empty tag for a start, get entity tags, since hashing takes time.
 */
export function tagAndCompress(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: DoneFuncWithErrOrRes,
) {
  if (method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload);
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) {
    const tag = tagOf(payload);
    // Weak: the same for each encoding.
    reply.header('ETag', `W/${tag}`);
    if (matchesIfNoneMatch(tag, ifNoneMatch)) {
      reply.code(304);
      return done(null, null);
    }
  }
  if (payload.length < minCompressedLength) return done(null, payload);
  varyBy(reply, 'Accept-Encoding');
  if (negotiate(headers['accept-encoding'] ?? '', ['gzip']) !== 'gzip') return done(null, payload);
  reply.header('Content-Encoding', 'gzip');
  gzip(payload, { level }, done);
}
