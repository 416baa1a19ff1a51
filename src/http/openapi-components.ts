import { type ErrorCode, errorKinds } from '../core/errors.ts';
import { examples } from './openapi-examples.ts';
import type { MountedOperation } from './operations.ts';

export type Json = Record<string, unknown>;

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** Headers of every response, and of responses to a valid token. */
export const commonHeaders = { 'X-Request-Id': header('RequestId'), 'Cache-Control': header('CacheControl') };
export const limitHeaders = { 'RateLimit-Policy': header('RateLimitPolicy'), RateLimit: header('RateLimit') };

export const tagHeaders = { ETag: header('ETag') };
export const replayHeaders = { 'Idempotent-Replayed': header('IdempotentReplayed') };
export const sharedDomainHeaders = { 'Shares-Domain-With': header('SharesDomainWith') };

const extraHeaders: Partial<Record<ErrorCode, Json>> = {
  unauthorized: { 'WWW-Authenticate': header('WwwAuthenticate') },
  rate_limited: { 'Retry-After': header('RetryAfter') },
  unavailable: { 'Retry-After': header('RetryAfter') },
};

const exampleTag = '"mi7cq8e1-3QqkVd"';

export const headerComponents = {
  RequestId: {
    description: 'Identifies the request in the logs of the service.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  CacheControl: {
    description:
      "Only the caller's own cache may store the response, and it must revalidate it before each use.",
    required: true,
    schema: { type: 'string', const: 'private, no-cache' },
  },
  RateLimitPolicy: {
    description: 'The rate limits: `q` requests in any `w` seconds (IETF draft httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"organization";q=100;w=60, "endpoint";q=50;w=60'] },
  },
  RateLimit: {
    description:
      'The remaining requests `r`, and the seconds `t` until there are more (IETF draft httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"organization";r=99;t=60, "endpoint";r=49;t=60'] },
  },
  ETag: {
    description: 'The version of the resource, for `If-Match` and `If-None-Match` (RFC 9110, section 8.8.3).',
    required: true,
    schema: { type: 'string', examples: [exampleTag] },
  },
  IdempotentReplayed: {
    description:
      'Present if the response repeats that of an earlier request with the same `Idempotency-Key`. The resource may have been changed or deleted since.',
    schema: { type: 'string', const: 'true' },
  },
  SharesDomainWith: {
    description:
      'Present if the organization has another client with the domain: the id of the oldest, to which new assignment rules for the domain are wired. Only for tokens with `clients:read`.',
    schema: { type: 'string', format: 'uuid' },
  },
  RetryAfter: {
    description: 'Seconds to wait before you try again.',
    required: true,
    schema: { type: 'integer', format: 'int32', minimum: 1, examples: [12] },
  },
  WwwAuthenticate: {
    description: 'The authentication scheme.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
};

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });

/** Lists the request headers of an operation. */
export function headerParameters({ method, entityTag, takesIdempotencyKey }: MountedOperation) {
  return [
    ...(takesIdempotencyKey ? [parameter('IdempotencyKey')] : []),
    ...(entityTag && method === 'GET' ? [parameter('IfNoneMatch')] : []),
    ...(entityTag && method === 'PUT' ? [parameter('IfMatch')] : []),
  ];
}

export const parameterComponents = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a create safe to retry. Send a new key, such as a UUID, for each resource, and the same key with each attempt: 1 to 255 characters, with or without quotes. For 24 hours, a request with the same key and body gets the response of the first one and creates nothing, even if the resource has been changed or deleted since. The same key with another body is a 400 (IETF draft httpapi-idempotency-key-header).',
    schema: { type: 'string', minLength: 1, maxLength: 257 },
    example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the version you read. The update succeeds only if the resource still has it; otherwise the response is 412 (RFC 9110, section 13.1.1).',
    schema: { type: 'string' },
    example: exampleTag,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of the version you have. If the resource has not changed, the response is 304 without a body (RFC 9110, section 13.1.2).',
    schema: { type: 'string' },
    example: exampleTag,
  },
};

/** The 304 response. */
export const notModified = {
  description: 'The resource has not changed since the version in `If-None-Match`.',
  headers: { ...commonHeaders, ...limitHeaders, ...tagHeaders },
};

/** The schemas of error responses. */
export const errorSchemas = {
  // Not `Error`, which would hide JavaScript's own in generated clients.
  ErrorAnswer: {
    type: 'object',
    description: 'The body of every error response.',
    required: ['error'],
    properties: { error: { $ref: '#/components/schemas/ErrorObject' } },
  },
  ErrorObject: {
    type: 'object',
    description: 'The cause of the error and how to fix it.',
    required: ['code', 'message'],
    properties: {
      code: { $ref: '#/components/schemas/ErrorCode' },
      message: { type: 'string', description: 'For people and logs. The wording may change.' },
      details: { $ref: '#/components/schemas/ErrorDetails' },
    },
  },
  ErrorCode: {
    type: 'string',
    enum: Object.keys(errorKinds),
    description: 'Stable and machine-readable. Switch on it; later versions may add codes.',
  },
  ErrorDetails: {
    type: 'object',
    additionalProperties: true,
    description:
      'Depends on the code. For `invalid_argument`, maps each bad field to a sentence that says what to send.',
    properties: {
      requiredPermission: {
        type: 'string',
        description: '`forbidden`: the permission that the token lacks.',
      },
      retry_after_seconds: {
        type: 'integer',
        format: 'int32',
        minimum: 1,
        description: '`rate_limited`: the seconds to wait before the next request.',
      },
      policy: {
        type: 'string',
        description: '`rate_limited`: the limit that was reached, `organization` or `endpoint`.',
      },
      reason: {
        type: 'string',
        description: '`conflict`: the reason, such as `idempotency_in_progress`.',
      },
      request_id: {
        type: 'string',
        format: 'uuid',
        description: '`internal` and `unavailable`: the id to report, the same as `X-Request-Id`.',
      },
    },
  },
};

/** Returns the name of an error's response component. */
export const errorResponseName = (code: ErrorCode) =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const sentence = (words: string) => `${words.replace(/^[a-z]/, (letter) => letter.toUpperCase())}.`;

/** Makes the response component of an error. */
export function errorResponse(code: ErrorCode): Json {
  const { cause, cure } = errorKinds[code];
  return {
    description: `${sentence(cause)} ${sentence(cure)}`,
    headers: { ...commonHeaders, ...(code === 'unauthorized' ? {} : limitHeaders), ...extraHeaders[code] },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorAnswer' },
        examples: examples.errors[code] ?? {},
      },
    },
  };
}

/** Lists all errors with cause and remedy in Markdown. A table's columns would be too narrow for the codes. */
export const errorList = Object.entries(errorKinds)
  .map(([code, { status, cause, cure }]) => `- **${status} \`${code}\`**: ${cause}. ${sentence(cure)}`)
  .join('\n');
