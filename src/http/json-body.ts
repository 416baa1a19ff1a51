import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, invalidArgument, malformedJson } from '../core/errors.ts';

/** The maximum size of a body. */
export const maxBodyBytes = 102_400;

const jsonMediaType = /^application\/json[\t ]*(?:;[\t ]*(?:charset=(?:utf-8|"utf-8")[\t ]*)?)*$/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Restricts Fastify to bodies of uncompressed JSON in UTF-8. An empty body becomes undefined. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, bytes: Buffer) => {
      const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
      const transfer = headers['transfer-encoding']?.toLowerCase() ?? 'chunked';
      const isPlain = encoding === 'identity' && transfer === 'chunked';
      if (!isPlain || !jsonMediaType.test(headers['content-type'] ?? ''))
        throw new ApiError('unsupported_media_type');
      return bytes.length === 0 ? undefined : parseJson(bytes);
    },
  );
}

/** @throws ApiError `invalid_argument` if the text is not JSON, or its bytes are not UTF-8 */
export function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : utf8.decode(text));
  } catch (error) {
    throw malformedJson(error);
  }
}

/** @throws ApiError `invalid_argument` if the body is absent or not an object */
export function objectBody({ body }: FastifyRequest): object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw invalidArgument({ body: 'Send a JSON object as the body.' });
}
