import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi';
import { appRouter } from '../api.ts';
import { type ErrorCode, errorKinds } from '../core/errors.ts';
import {
  commonHeaders,
  errorList,
  errorResponse,
  errorResponseName,
  errorSchemas,
  headerComponents,
  headerParameters,
  type Json,
  limitHeaders,
  notModified,
  parameterComponents,
  replayHeaders,
  sharedDomainHeaders,
  tagHeaders,
} from './openapi-components.ts';
import { type Examples, examples } from './openapi-examples.ts';
import { nameSchemas } from './openapi-names.ts';
import { type MountedOperation, operations } from './operations.ts';

const description = `A multi-tenant API for client relations: an organization's clients, their activities, the insight dashboards
computed from them, and its users.

## Authentication

Every operation needs \`Authorization: Bearer sk_live_…\`. The token determines the organization; operations do not take
one. An organization key has all permissions. A user key has those listed when it was created. A write returns the resource
as it is afterwards, so a write permission includes reading what is written.

## Responses

A success is \`{ "data": …, "meta": … }\`, an error \`{ "error": { "code", "message", "details"? } }\`. A resource of another
organization gets the same 404 as one that does not exist. \`X-Request-Id\` of every response identifies the request in the
log. \`HEAD\` works wherever \`GET\` does.

## Lists

Lists use cursors: pass \`meta.cursor\` as \`cursor\` until \`meta.hasMore\` is false.

## Rate limits

By default, an organization may make 100 requests in any 60 seconds, and 50 to each operation. \`rateLimits\` of the
organization shows the limits in force. \`RateLimit\` shows the remaining requests, and \`Retry-After\` of a 429 the seconds
to wait.

## Retries and concurrent changes

Send a new \`Idempotency-Key\` for each resource to create, and the same key when you retry: it is created once. All other
requests can be retried as they are. A single resource has an \`ETag\`. Send it as \`If-Match\` to update only if nobody has
changed the resource since, or as \`If-None-Match\` to get a 304 while nothing has changed.

## Errors

\`error.code\` is stable; switch on it. Checks come in this order: token, limits, a readable body (400, 413, 415), permission, input, existence.

${errorList}

Unknown paths return 404, unsupported methods 405 and headers that are too large 431, with or without a token. A request
that takes longer than 8 s to arrive gets status 408 with the code \`invalid_argument\`.

## Versions

\`/v1\` only gains optional inputs, response fields, error codes and operations. Ignore fields you do not know. There are no
webhooks in v1.`;

/** Derives the errors that an operation can return. */
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

const documentedErrors = [...new Set(operations.flatMap(errorsOf))];

const tags = [
  { name: 'Health', description: 'Check whether a token is valid.' },
  { name: 'Organization', description: 'The organization that the token belongs to.' },
  { name: 'Clients', description: "The organization's clients." },
  { name: 'Dashboards', description: 'Insights about a client, computed in the background.' },
  { name: 'Activities', description: 'Emails, calls, meetings, notes and chats with a client.' },
  { name: 'Users', description: "The organization's users." },
];

/** The default URL of `npm start`. A running server replaces it with its own. */
const servers = [{ url: 'http://127.0.0.1:3000' }];

const contact = { name: 'The maintainers of Clientele' };

/** The OpenAPI 3.1 document, generated from the router. */
export const openApiDocument = createDocument();

function createDocument(): Json {
  const generated: OpenAPIObject = generateOpenApiDocument(appRouter, {
    title: 'Clientele API',
    description,
    version: '1.1.0',
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
    info: Json;
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Json; responses?: Json; headers?: Json; parameters?: Json };
  };
  const { components } = document;
  // Removes the generator's error bodies, which this API does not use.
  for (const name of Object.keys(components.schemas)) {
    if (name.startsWith('error.')) delete components.schemas[name];
  }
  simplify(document);
  const names = nameSchemas(components.schemas);
  for (const operation of operations) {
    const described = document.paths[operation.path]?.[operation.method.toLowerCase()];
    if (!described) throw new Error(`The document lacks ${operation.name}.`);
    describe(operation, described, names);
  }
  document.tags = tags;
  document.servers = servers;
  document.info.contact = contact;
  Object.assign(components.schemas, errorSchemas);
  components.headers = headerComponents;
  components.parameters = parameterComponents;
  components.responses = {
    ...Object.fromEntries(documentedErrors.map((code) => [errorResponseName(code), errorResponse(code)])),
    NotModified: notModified,
  };
  return document;
}

type Content = Json & { content?: { 'application/json': { schema: Json; examples?: Examples } } };
type Described = Json & {
  responses: Record<string, Content>;
  requestBody?: Content;
  parameters?: (Parameter | ReturnType<typeof headerParameters>[number])[];
};
type Parameter = Json & { name: string; schema: Json };

function describe(
  operation: MountedOperation,
  described: Described,
  names: ReturnType<typeof nameSchemas>,
): void {
  // The generator adds no headers and no references here.
  const generated = (described.parameters ?? []) as Parameter[];
  described.parameters = [...describeParameters(operation, generated), ...headerParameters(operation)];
  if (described.parameters.length === 0) delete described.parameters;
  const answer = described.responses['200']?.content?.['application/json'].schema ?? {};
  // The generator omits the body of an operation that accepts any object.
  const body = described.requestBody?.content?.['application/json'].schema ?? {
    type: 'object',
    additionalProperties: true,
  };
  described.operationId = operation.name;
  described.responses = {
    200: {
      description: 'Success.',
      headers: {
        ...commonHeaders,
        ...limitHeaders,
        ...(operation.hasEntityTag ? tagHeaders : {}),
        ...(operation.takesIdempotencyKey ? replayHeaders : {}),
        ...(operation.reportsSharedDomain ? sharedDomainHeaders : {}),
      },
      content: {
        'application/json': {
          schema: names.ofAnswer(operation.name, answer),
          examples: examples.responses[operation.name] ?? {},
        },
      },
    },
    ...(operation.hasEntityTag && operation.method === 'GET'
      ? { 304: { $ref: '#/components/responses/NotModified' } }
      : {}),
    ...Object.fromEntries(
      errorsOf(operation).map((code) => [
        errorKinds[code].status,
        { $ref: `#/components/responses/${errorResponseName(code)}` },
      ]),
    ),
  };
  if (operation.method === 'GET') return;
  described.requestBody = {
    required: true,
    content: {
      'application/json': {
        schema: names.ofBody(operation.name, body),
        examples: examples.requests[operation.name] ?? {},
      },
    },
  };
}

/** Copies the description of each parameter from its schema. The generator drops those of optional parameters. */
function describeParameters({ name, fields }: MountedOperation, parameters: Parameter[]): Parameter[] {
  const sent = examples.parameters[name] ?? {};
  return parameters.map(({ schema: { description: _moved, ...schema }, ...parameter }) => ({
    ...parameter,
    description: fields[parameter.name]?.description,
    schema,
    ...(parameter.name in sent && { example: sent[parameter.name] }),
  }));
}

/**
 * Simplifies the generator's schemas: removes `additionalProperties: false`, since a later v1 may add fields, the pattern
 * of UUIDs, which `format` implies, and the largest safe integer as a bound. A nullable schema becomes one schema with two
 * types, so that generated clients need no extra type.
 */
function simplify(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if ('additionalProperties' in value && value.additionalProperties === false)
    delete value.additionalProperties;
  if ('format' in value && value.format === 'uuid' && 'pattern' in value) delete value.pattern;
  if ('maximum' in value && value.maximum === Number.MAX_SAFE_INTEGER) delete value.maximum;
  if ('anyOf' in value && Array.isArray(value.anyOf)) {
    const [schema, nothing, ...others] = value.anyOf;
    if (nothing?.type === 'null' && typeof schema.type === 'string' && others.length === 0) {
      const { anyOf: _moved, ...said } = value;
      delete (value as Json).anyOf;
      Object.assign(value, schema, { type: [schema.type, 'null'] }, said);
    }
  }
  Object.values(value).forEach(simplify);
}
