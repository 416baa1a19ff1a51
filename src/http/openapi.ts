import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi';
import { appRouter } from '../api.ts';
import { type ErrorCode, errorKinds } from '../core/errors.ts';
import { errorExamples, requestExamples, responseExamples } from './openapi-examples.ts';
import { type MountedOperation, operations } from './operations.ts';

const description = `A multi-tenant API for client relations: an organization's clients, their activities, the insight dashboards
computed from them, and its users.

**Authentication.** Every operation needs \`Authorization: Bearer sk_live_…\`. The organization is the token's own; no
operation takes one. An organization key may do everything, a user key what its permissions list.

**Answers.** A success is \`{ "data": …, "meta": … }\`, a failure \`{ "error": { "code", "message", "details"? } }\`.
\`error.code\` is stable; switch on it. What belongs to another organization is answered exactly as if it did not exist.

**Lists** go forward by cursor: pass \`meta.cursor\` as \`cursor\` until \`meta.hasMore\` is false.

**Limits.** In any 60 seconds, by default 100 requests of an organization and 50 to each operation; \`rateLimits\` of the
organization tells those in force. Every authenticated answer
tells what is left in \`RateLimit\`; a 429 tells when to come again.

**Retries.** Send a new \`Idempotency-Key\` with each thing to create, and the same one when you try again: it is created
once. Reads and updates can be repeated as they are.

**Changes of others.** A single resource has an \`ETag\`. Sent as \`If-Match\`, an update is done only if nobody has
changed the resource since; sent as \`If-None-Match\`, a read answers 304 while nothing has changed.

**Versions.** \`/v1\` only gains: optional inputs, fields in answers, operations. Do not refuse fields you do not know.
No events are delivered in v1.`;

type Json = Record<string, unknown>;

/** The errors that an operation can answer with, which follow from what it is. */
function errorsOf(operation: MountedOperation): ErrorCode[] {
  const hasBody = operation.method !== 'GET';
  const hasQuery = Object.keys(operation.fields).some((name) => !operation.path.includes(`{${name}}`));
  const always: ErrorCode[] = ['unauthorized', 'rate_limited', 'internal', 'unavailable'];
  const codes: ErrorCode[] = [
    ...always,
    ...(operation.permission === 'none' ? [] : (['forbidden'] as const)),
    ...(hasBody || hasQuery ? (['invalid_argument'] as const) : []),
    ...(operation.path.includes('{') ? (['not_found'] as const) : []),
    ...(hasBody ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(operation.takesIdempotencyKey ? (['conflict'] as const) : []),
    ...(operation.method === 'PUT' && operation.hasEntityTag ? (['precondition_failed'] as const) : []),
  ];
  return codes.sort((a, b) => errorKinds[a].status - errorKinds[b].status);
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const commonHeaders = { 'X-Request-Id': header('RequestId') };
const limitHeaders = { 'RateLimit-Policy': header('RateLimitPolicy'), RateLimit: header('RateLimit') };
const tagHeaders = { ETag: header('ETag') };
const replayHeaders = { 'Idempotent-Replayed': header('IdempotentReplayed') };
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });

/** The headers that an operation takes beside its input. */
function headerParameters({ method, hasEntityTag, takesIdempotencyKey }: MountedOperation) {
  const names = [
    ...(takesIdempotencyKey ? ['IdempotencyKey'] : []),
    ...(hasEntityTag && method === 'GET' ? ['IfNoneMatch'] : []),
    ...(hasEntityTag && method === 'PUT' ? ['IfMatch'] : []),
  ];
  return names.map(parameter);
}

const parameterComponents = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A new UUID for each thing to create, the same for each attempt. Within 24 hours a request with the same key and body is answered as the first one was, and creates nothing more; another body is 400 (IETF draft httpapi-idempotency-key-header).',
    schema: { type: 'string', minLength: 1, maxLength: 257 },
    example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the resource as you read it: it is changed only if it still is that (RFC 9110, section 13.1.1).',
    schema: { type: 'string' },
    example: '"mhtl3a8s-3QqkVd"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of the resource as you have it: while it still is that, the answer is 304 without a body (RFC 9110, section 13.1.2).',
    schema: { type: 'string' },
    example: '"mhtl3a8s-3QqkVd"',
  },
};

const extraHeaders: Partial<Record<ErrorCode, Json>> = {
  unauthorized: { 'WWW-Authenticate': header('WwwAuthenticate') },
  rate_limited: { 'Retry-After': header('RetryAfter') },
  unavailable: { 'Retry-After': header('RetryAfter') },
};

const descriptions: Partial<Record<ErrorCode, string>> = {
  invalid_argument: 'The request is not valid. `details` says for each bad field what to send.',
  unauthorized: 'The token is missing, unknown, revoked or expired.',
  forbidden: 'The token lacks the permission that `details.requiredPermission` names.',
  conflict:
    'Another request with this `Idempotency-Key` is still running: `details.reason` is `idempotency_in_progress`. Send it again in a moment.',
  precondition_failed: 'The resource is not what `If-Match` names: it has changed since. Nothing is written.',
  not_found: 'There is no such resource in the organization of the token.',
  payload_too_large: 'The body has more than 102,400 bytes.',
  unsupported_media_type: 'The body is not uncompressed JSON in UTF-8.',
  rate_limited:
    'A limit is reached: `details.policy` says which, `details.retry_after_seconds` when to come again.',
  internal: 'Something went wrong in the service. Try again; if it stays, report `details.request_id`.',
  unavailable: 'The service cannot answer right now. Try again after `Retry-After` seconds.',
};

const pascal = (code: string) =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());

function errorResponse(code: ErrorCode): Json {
  return {
    description: descriptions[code] ?? errorKinds[code].message,
    headers: { ...commonHeaders, ...(code === 'unauthorized' ? {} : limitHeaders), ...extraHeaders[code] },
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' }, ...errorExamples[code] },
    },
  };
}

const notModified = { $ref: '#/components/responses/NotModified' };

const documentedErrors = [...new Set(operations.flatMap(errorsOf))];

const errorSchema = {
  type: 'object',
  description: 'Every failure has this body.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: {
          type: 'string',
          enum: Object.keys(errorKinds),
          description: 'Stable and machine-readable. Safe to switch on; later versions may add codes.',
        },
        message: { type: 'string', description: 'For people and logs. May change.' },
        details: {
          type: 'object',
          additionalProperties: true,
          description: 'Per code. For `invalid_argument` a map from field name to what to send.',
        },
      },
    },
  },
};

const headerComponents = {
  RequestId: {
    description: 'Identifies the request in the logs of the service.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  RateLimitPolicy: {
    description:
      'The limits in force: `q` requests in any `w` seconds (IETF draft httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"organization";q=100;w=60, "endpoint";q=50;w=60'] },
  },
  RateLimit: {
    description:
      'What is left: `r` requests, and in `t` seconds more (IETF draft httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"organization";r=99;t=60, "endpoint";r=49;t=60'] },
  },
  ETag: {
    description:
      'Names this version of the resource, for `If-Match` and `If-None-Match` (RFC 9110, section 8.8.3).',
    required: true,
    schema: { type: 'string', examples: ['"mhtl3a8s-3QqkVd"'] },
  },
  IdempotentReplayed: {
    description: 'Sent when this is the answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  RetryAfter: {
    description: 'After this many seconds it is worth trying again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  WwwAuthenticate: {
    description: 'The scheme to authenticate with.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
};

const tags = [
  { name: 'Health', description: 'Whether a token is valid.' },
  { name: 'Organization', description: 'The organization that the token belongs to.' },
  { name: 'Clients', description: "The organization's clients." },
  { name: 'Dashboards', description: 'Insights about a client, computed in the background.' },
  { name: 'Activities', description: 'Emails, calls, meetings, notes and chats with a client.' },
  { name: 'Users', description: "The organization's users." },
];

/** The OpenAPI 3.1 document of the API, generated from the router. */
export const openApiDocument = createDocument();

function createDocument(): Json {
  const generated: OpenAPIObject = generateOpenApiDocument(appRouter, {
    title: 'Clientele API',
    description,
    version: '1.0.0',
    openApiVersion: '3.1.0',
    baseUrl: '/',
    license: { name: 'MIT', identifier: 'MIT' } as unknown as { name: string; url: string },
    securitySchemes: {
      bearerAuth: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API token: `sk_live_` and 32 base62 characters.',
      },
    },
  });
  const document = JSON.parse(JSON.stringify(generated)) as Json & {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Json; responses?: Json; headers?: Json; parameters?: Json };
  };
  for (const operation of operations) {
    const described = document.paths[operation.path]?.[operation.method.toLowerCase()];
    if (!described) throw new Error(`The document lacks ${operation.name}.`);
    describe(operation, described);
  }
  simplify(document);
  document.tags = tags;
  for (const name of Object.keys(document.components.schemas)) {
    // The generator's own error bodies, which are not this API's.
    if (name.startsWith('error.')) delete document.components.schemas[name];
  }
  document.components.schemas.Error = errorSchema;
  document.components.headers = headerComponents;
  document.components.parameters = parameterComponents;
  document.components.responses = {
    ...Object.fromEntries(documentedErrors.map((code) => [pascal(code), errorResponse(code)])),
    NotModified: {
      description: 'The resource still is what `If-None-Match` names.',
      headers: { ...commonHeaders, ...limitHeaders, ...tagHeaders },
    },
  };
  return document;
}

type Described = Json & { responses: Record<string, Json>; requestBody?: Json; parameters?: Json[] };
type Parameter = Json & { name: string; schema: Json };

function describe(operation: MountedOperation, described: Described): void {
  described.parameters = [
    ...describeParameters(operation, (described.parameters ?? []) as Parameter[]),
    ...headerParameters(operation),
  ];
  if (described.parameters.length === 0) delete described.parameters;
  const success = described.responses['200'];
  const content = success?.content as { 'application/json': Json };
  described.operationId = operation.name;
  described.responses = {
    200: {
      description: 'Success.',
      headers: {
        ...commonHeaders,
        ...limitHeaders,
        ...(operation.hasEntityTag ? tagHeaders : {}),
        ...(operation.takesIdempotencyKey ? replayHeaders : {}),
      },
      content: {
        'application/json': { ...content['application/json'], ...responseExamples[operation.name] },
      },
    },
    ...(operation.hasEntityTag && operation.method === 'GET' ? { 304: notModified } : {}),
    ...Object.fromEntries(
      errorsOf(operation).map((code) => [
        errorKinds[code].status,
        { $ref: `#/components/responses/${pascal(code)}` },
      ]),
    ),
  };
  if (operation.method === 'GET') return;
  // The generator leaves the body of an operation out that takes any object.
  const body = (described.requestBody ?? {
    content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
  }) as { content: Record<string, Json> };
  described.requestBody = {
    required: true,
    content: {
      'application/json': { ...body.content['application/json'], example: requestExamples[operation.name] },
    },
  };
}

/** Says of each parameter what its schema says; the generator loses it where the parameter is optional. */
function describeParameters({ fields }: MountedOperation, parameters: Parameter[]): Parameter[] {
  return parameters.map(({ schema: { description: _moved, ...schema }, ...parameter }) => ({
    ...parameter,
    description: fields[parameter.name]?.description,
    schema,
  }));
}

/**
 * Takes off what the generator says too much: a later v1 may add fields to any object, so that no schema may forbid
 * them, `format` says all there is to say of a UUID, and the largest safe integer is no bound of ours.
 */
function simplify(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if ('additionalProperties' in value && value.additionalProperties === false)
    delete value.additionalProperties;
  if ('format' in value && value.format === 'uuid' && 'pattern' in value) delete value.pattern;
  if ('maximum' in value && value.maximum === Number.MAX_SAFE_INTEGER) delete value.maximum;
  Object.values(value).forEach(simplify);
}
