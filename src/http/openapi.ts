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
  tagHeaders,
} from './openapi-components.ts';
import { type Examples, examples } from './openapi-examples.ts';
import { nameSchemas } from './openapi-names.ts';
import { type MountedOperation, operations } from './operations.ts';

const description = `A multi-tenant API for client relations: an organization's clients, their activities, the insight dashboards
computed from them, and its users.

## Authentication

Every operation needs \`Authorization: Bearer sk_live_…\`. The organization is the token's own; no
operation takes one. An organization key may do everything, a user key what its permissions list. A write is answered with
the resource as it is afterwards, so a permission to write includes seeing what is written.

## Answers

A success is \`{ "data": …, "meta": … }\`, a failure \`{ "error": { "code", "message", "details"? } }\`. What belongs to
another organization is answered exactly as if it did not exist. \`X-Request-Id\` of every answer names the request in the
log. \`HEAD\` works where \`GET\` does.

## Lists

They go forward by cursor: pass \`meta.cursor\` as \`cursor\` until \`meta.hasMore\` is false.

## Limits

In any 60 seconds, by default 100 requests of an organization and 50 to each operation; \`rateLimits\` of the
organization tells those in force. The answer to every request that counts tells what is left in \`RateLimit\`; a 429
tells when to come again.

## Retries and concurrent changes

Send a new \`Idempotency-Key\` with each client to create, and the same one when you try again: it is created once.
Everything else can be sent again as it is. A single resource has an \`ETag\`: sent as \`If-Match\`, an update is done only
if nobody has changed the resource since; sent as \`If-None-Match\`, a read is 304 while nothing has changed.

## Errors

\`error.code\` is stable; switch on it. Checks come in this order: token, limits, permission, input, existence.

${errorList}

An unknown path is answered 404, a method that a path does not take 405, and headers that are too large 431, whatever the
token. A request that takes longer than 8 s to arrive gets status 408 with the code \`invalid_argument\`.

## Versions

\`/v1\` only gains: optional inputs, fields in answers, error codes, operations. Do not refuse fields you do not know.
No events are delivered in v1.`;

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

const documentedErrors = [...new Set(operations.flatMap(errorsOf))];

const tags = [
  { name: 'Health', description: 'Whether a token is valid.' },
  { name: 'Organization', description: 'The organization that the token belongs to.' },
  { name: 'Clients', description: "The organization's clients." },
  { name: 'Dashboards', description: 'Insights about a client, computed in the background.' },
  { name: 'Activities', description: 'Emails, calls, meetings, notes and chats with a client.' },
  { name: 'Users', description: "The organization's users." },
];

/** Where `npm start` listens; a server that is asked names itself. */
const servers = [{ url: 'http://127.0.0.1:3000' }];

/** Whoever runs the service answers for it; the project is the maintainers'. */
const contact = { name: 'The maintainers of Clientele' };

/** The OpenAPI 3.1 document of the API, generated from the router. */
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
  // The generator's own error bodies, which are not this API's.
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
  // The generator knows of no headers and makes no references here.
  const generated = (described.parameters ?? []) as Parameter[];
  described.parameters = [...describeParameters(operation, generated), ...headerParameters(operation)];
  if (described.parameters.length === 0) delete described.parameters;
  const answer = described.responses['200']?.content?.['application/json'].schema ?? {};
  // The generator leaves the body of an operation out that takes any object.
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

/** Says of each parameter what its schema says; the generator loses it where the parameter is optional. */
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
 * Takes off what the generator says too much: a later v1 may add fields to any object, so that no schema may forbid
 * them, `format` says all there is to say of a UUID, and the largest safe integer is no bound of ours. What may be null
 * becomes one schema of two types, for which generated clients need no type of its own.
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
