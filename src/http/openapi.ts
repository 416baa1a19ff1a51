import { generateOpenApiDocument } from 'trpc-to-openapi';
import { appRouter } from '../api.ts';
import { type ErrorCode, errorAnswer, errorKinds } from '../core/errors.ts';
import { webhookMessages } from '../webhooks/schemas.ts';
import base from './openapi-base.json' with { type: 'json' };
import {
  componentName,
  errorList,
  errorResponse,
  headerParameters,
  headers,
  type Json,
  namedSchemas,
} from './openapi-components.ts';
import { examples } from './openapi-examples.ts';
import { webhooks } from './openapi-webhooks.ts';
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

Send a new \`Idempotency-Key\` for each resource to create, and the same key when you retry: it is created once. Retry reads
as they are, and updates with \`If-Match\`. A single resource has an \`ETag\`. Send it as \`If-Match\` to update only if nobody
has changed the resource since, or as \`If-None-Match\` to get a 304 while nothing has changed.

## Errors

\`error.code\` is stable; switch on it. Checks come in this order: token, limits, a readable body (400, 413, 415), permission, input, existence.

${errorList}

Unknown paths return 404, unsupported methods 405 and headers that are too large 431, with or without a token. A request
that takes longer than 8 s to arrive gets status 408 with the code \`invalid_argument\`.

## Versions

\`/v1\` only gains optional inputs, response fields, error codes and operations. Ignore fields you do not know.

## Webhooks

The organization can have its changes sent to URLs, as the messages under *Webhooks* (Standard Webhooks). Endpoints are made
in the console or on the command line, not by an operation of \`/v1\`.`;

/** A schema as the adapter makes it. */
interface Schema extends Json {
  readonly $ref?: string;
  readonly items?: { readonly $ref?: string };
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The parts that the adapter makes of an operation. */
interface Generated {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly schema: Json;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly 200: { readonly content: Content } };
}
type Content = { readonly 'application/json': { readonly schema: Schema } };

const adapted = {
  title: base.info.title,
  version: base.info.version,
  baseUrl: '/',
  openApiVersion: '3.1.0',
} as const;
// As JSON, in which it is served: the types of the adapter allow much that it does not make.
const generated: {
  readonly paths: Record<string, Record<string, Generated>>;
  readonly components: { readonly schemas: Record<string, Json> };
} = JSON.parse(JSON.stringify(generateOpenApiDocument(appRouter, adapted)), simplify);

const errors = [...new Set(operations.flatMap(errorsOf))];

const messages = namedSchemas([...Object.values(webhookMessages), ...errors.map(errorAnswer)], simplify);

/** The schemas that others refer to. Those that have no id in the code are named after their operation. */
const schemas = Object.fromEntries(
  // The error bodies of the adapter are not those of this API.
  Object.entries(generated.components.schemas).filter(([name]) => !name.startsWith('error.')),
);

/** The OpenAPI 3.1 document: its fixed parts, and what the router declares. A running server puts its own URL in. */
export const openApiDocument: Json = {
  openapi: base.openapi,
  info: { ...base.info, description },
  servers: base.servers,
  paths: describePaths(),
  webhooks,
  components: {
    ...base.components,
    schemas: { ...messages, ...schemas },
    responses: {
      ...Object.fromEntries(errors.map((code) => [componentName(code), errorResponse(code)])),
      ...base.components.responses,
    },
  },
  tags: base.tags,
};

function describePaths(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation),
    };
  return paths;
}

function describe(operation: MountedOperation): Json {
  const { name, method, tag, summary, description } = operation;
  const parameters = [...fieldParameters(operation), ...headerParameters(operation)];
  return {
    operationId: name,
    summary,
    description,
    tags: [tag],
    security: [{ bearerAuth: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(method !== 'GET' && {
      requestBody: { required: true, content: json(bodySchema(operation), examples.requests[name]) },
    }),
    responses: {
      200: {
        description: 'Success.',
        headers: {
          ...headers('X-Request-Id', 'Cache-Control', 'RateLimit-Policy', 'RateLimit'),
          ...(operation.entityTag && headers('ETag')),
          ...(operation.takesIdempotencyKey && headers('Idempotent-Replayed')),
        },
        content: json(answerSchema(operation), examples.responses[name]),
      },
      ...(operation.entityTag && method === 'GET' && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...Object.fromEntries(
        errorsOf(operation).map((code) => [
          errorKinds[code].status,
          { $ref: `#/components/responses/${componentName(code)}` },
        ]),
      ),
    },
  };
}

function json(schema: Json, shown = {}): Json {
  return { 'application/json': { schema, examples: shown } };
}

function errorsOf(operation: MountedOperation): ErrorCode[] {
  const hasBody = operation.method !== 'GET';
  const hasQuery = Object.keys(operation.fields).some((field) => !isInPath(operation, field));
  const codes: [ErrorCode, isPossible: boolean][] = [
    ['unauthorized', true],
    ['rate_limited', true],
    ['internal', true],
    ['unavailable', true],
    ['forbidden', operation.permission !== 'none'],
    ['invalid_argument', hasBody || hasQuery],
    ['not_found', operation.path.includes('{')],
    ['payload_too_large', hasBody],
    ['unsupported_media_type', hasBody],
    ['conflict', operation.takesIdempotencyKey === true],
    ['precondition_failed', operation.method === 'PUT' && operation.entityTag !== undefined],
  ];
  const possible = codes.flatMap(([code, isPossible]) => (isPossible ? [code] : []));
  return possible.sort((a, b) => errorKinds[a].status - errorKinds[b].status);
}

function isInPath({ path }: MountedOperation, field: string): boolean {
  return path.includes(`{${field}}`);
}

function generatedFor({ name, path, method }: MountedOperation): Generated {
  const found = generated.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`The document lacks ${name}.`);
  return found;
}

/** Describes the fields of the path, and of the query of a read. The adapter leaves out descriptions of optional ones. */
function fieldParameters(operation: MountedOperation): Json[] {
  const sent = examples.parameters[operation.name] ?? {};
  const { parameters = [] } = generatedFor(operation);
  return parameters.map(({ schema: { description: _description, ...schema }, ...parameter }) => ({
    ...parameter,
    description: operation.fields[parameter.name]?.description,
    schema,
    ...(parameter.name in sent && { example: sent[parameter.name] }),
  }));
}

/**
 * Names the body of an operation, such as `ClientCreate`. Its description names the fields that must not be sent: generated
 * clients offer a property that accepts no value as one that accepts any.
 */
function bodySchema(operation: MountedOperation): Json {
  const { name } = operation;
  const body = generatedFor(operation).requestBody?.content['application/json'].schema;
  const required = body?.required;
  const sent = Object.entries(body?.properties ?? {});
  const forbidden = sent.filter(([, { not }]) => not !== undefined);
  const sentences = forbidden.map(
    ([field, { description }]) => ` \`${field}\` ${String(description).replace(/^M/, 'm')}`,
  );
  const allowed = sent.filter((field) => !forbidden.includes(field));
  return define(typeName(name), {
    type: 'object',
    description: `The body of \`${name}\`.${sentences.join('')}`,
    // No fields at all: any object.
    ...(allowed.length === 0 ? { additionalProperties: true } : { properties: Object.fromEntries(allowed) }),
    ...(required !== undefined && { required }),
  });
}

/** Names the response of an operation: `ClientAnswer`, `ClientPage`, or by the operation if it has no resource. */
function answerSchema(operation: MountedOperation): Json {
  const { name } = operation;
  const { schema } = generatedFor(operation).responses[200].content['application/json'];
  const data = schema.properties?.data;
  const [item, resource] = [data?.items?.$ref, data?.$ref].map((ref) => ref?.split('/').at(-1));
  if (item !== undefined)
    return define(`${item}Page`, { ...schema, description: `A page of \`${item}\` items.` });
  if (resource !== undefined)
    return define(`${resource}Answer`, {
      ...schema,
      description: `A response with one \`${resource}\`.`,
    });
  return define(`${typeName(name)}Answer`, { ...schema, description: `The answer of \`${name}\`.` });
}

function define(name: string, schema: Json): Json {
  schemas[name] = schema;
  return { $ref: `#/components/schemas/${name}` };
}

/** `activities.create` → `ActivityCreate`. */
function typeName(operation: string): string {
  const [module = '', verb = ''] = operation.split('.');
  return [module.replace(/ies$/, 'y').replace(/s$/, ''), verb]
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/**
 * Simplifies a value of a schema, from the inside out. Removes `additionalProperties: false`, since a later v1 may add
 * fields, the type of names, the pattern of UUIDs, which `format` implies, and the largest safe integer as a bound. A nullable schema becomes
 * one with two types, so that generated clients need no extra type.
 */
function simplify(key: string, value: unknown): unknown {
  if (key === 'additionalProperties' && value === false) return undefined;
  if (key === 'propertyNames') return undefined;
  if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if ('format' in value && value.format === 'uuid' && 'pattern' in value) delete value.pattern;
  if (!('anyOf' in value && Array.isArray(value.anyOf))) return value;
  const { anyOf, ...described } = value;
  const [{ type, ...schema }, nothing, ...others] = anyOf;
  if (nothing?.type !== 'null' || typeof type !== 'string' || others.length > 0) return value;
  return { ...schema, type: [type, 'null'], ...described };
}
