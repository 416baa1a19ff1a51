import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, invalidArgument, malformedJson } from '../core/errors.ts';

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

const maxDepth = 32;
const maxValues = 10_000;

/**
 * Returns an input, or the inputs of `calls` calls in one object, if its size is allowed.
 * @throws ApiError `invalid_argument` if it is nested too deep or holds too many values
 */
export function boundedInput<T>(input: T, calls = 0): T {
  const depthAllowed = calls > 0 ? maxDepth + 1 : maxDepth;
  let values = 0;

  function visit(value: unknown, depth: number): void {
    values += 1;
    if (values > maxValues * Math.max(1, calls))
      throw invalidArgument({ body: `Send JSON with at most ${maxValues} values.` });
    if (typeof value !== 'object' || value === null) return;
    if (depth > depthAllowed)
      throw invalidArgument({ body: `Send JSON nested at most ${maxDepth} levels deep.` });
    for (const part of Object.values(value)) visit(part, depth + 1);
  }
  visit(input, 1);
  return input;
}
