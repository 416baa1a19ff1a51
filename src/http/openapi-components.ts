import { z } from 'zod';
import { type ErrorCode, errorKinds } from '../core/errors.ts';
import { examples } from './openapi-examples.ts';
import type { MountedOperation } from './operations.ts';

export type Json = Record<string, unknown>;

/** Returns the named schemas among the given ones and in them, by name. */
export function namedSchemas(
  types: readonly z.ZodType[],
  simplify: (key: string, value: unknown) => unknown,
): Json {
  // In another one, a schema with a name becomes a definition that others refer to.
  const { $defs = {} } = z.toJSONSchema(z.object({ ...types }), { io: 'output' });
  const named = Object.entries($defs).map(([name, { id: _id, ...schema }]) => [name, schema]);
  return JSON.parse(
    JSON.stringify(Object.fromEntries(named)).replaceAll('#/$defs/', '#/components/schemas/'),
    simplify,
  );
}

/** `rate_limited` or `Retry-After` → `RateLimited`, `RetryAfter`. */
export const componentName = (name: string) =>
  name.replaceAll(/(?:^|[_-])([a-z])/gi, (_match, letter: string) => letter.toUpperCase());

/** Refers to the components of response headers. */
export const headers = (...names: string[]): Json =>
  Object.fromEntries(
    // `X-` is no part of what a header means.
    names.map((name) => [
      name,
      { $ref: `#/components/headers/${componentName(name.replace(/^X-/, '').replace(/^WWW/, 'Www'))}` },
    ]),
  );

/** Refers to the request headers of an operation. */
export function headerParameters({ method, entityTag, takesIdempotencyKey }: MountedOperation): Json[] {
  const names = [
    ...(takesIdempotencyKey ? ['IdempotencyKey'] : []),
    ...(entityTag && method === 'GET' ? ['IfNoneMatch'] : []),
    ...(entityTag && method === 'PUT' ? ['IfMatch'] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

const extraHeaders: Partial<Record<ErrorCode, string[]>> = {
  unauthorized: ['WWW-Authenticate'],
  rate_limited: ['Retry-After'],
  unavailable: ['Retry-After'],
};

const sentence = (words: string) => `${words.replace(/^[a-z]/, (letter) => letter.toUpperCase())}.`;

export function errorResponse(code: ErrorCode): Json {
  const { cause, cure } = errorKinds[code];
  const limits = code === 'unauthorized' ? [] : ['RateLimit-Policy', 'RateLimit'];
  return {
    description: `${sentence(cause)} ${sentence(cure)}`,
    headers: headers('X-Request-Id', 'Cache-Control', ...limits, ...(extraHeaders[code] ?? [])),
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${componentName(code)}Answer` },
        examples: examples.errors[code] ?? {},
      },
    },
  };
}

/** Lists all errors with cause and remedy in Markdown. A table's columns would be too narrow for the codes. */
export const errorList = Object.entries(errorKinds)
  .map(([code, { status, cause, cure }]) => `- **${status} \`${code}\`**: ${cause}. ${sentence(cure)}`)
  .join('\n');
