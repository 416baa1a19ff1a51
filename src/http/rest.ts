import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../core/context.ts';
import { matchesIfNoneMatch } from '../core/rest/entity-tag.ts';
import { setResultHeaders } from './answer.ts';
import { admit, contextOf } from './authentication.ts';
import { objectBody } from './json-body.ts';
import { type MountedOperation, operations } from './operations.ts';

/** Serves every operation as a REST route. */
export function mountRest(app: FastifyInstance, services: Services): void {
  for (const operation of operations) {
    const toInput = inputReader(operation);
    app.route({
      method: operation.method,
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest(request) {
        request.operationName = operation.name;
        return admit(request, services, [operation.name]);
      },
      async handler(request, reply) {
        const context = contextOf(request);
        const { outcome, conditions } = context.request;
        const result = await operation.call(context, async () => toInput(request));
        setResultHeaders(reply, outcome);
        const { entityTag } = outcome;
        const isKnown = entityTag !== undefined && matchesIfNoneMatch(entityTag, conditions.ifNoneMatch);
        return operation.method === 'GET' && isKnown ? reply.code(304).send() : result;
      },
    });
  }
}

/** Returns a function that merges the query or body with the path parameters, which take precedence. */
function inputReader({ method, fields }: MountedOperation): (request: FastifyRequest) => unknown {
  if (method !== 'GET') return (request) => Object.assign(objectBody(request), request.params);
  const readers = queryReaders(fields);
  return (request) => {
    const query = request.query as Record<string, unknown>;
    for (const [name, read] of readers) if (Object.hasOwn(query, name)) query[name] = read(query[name]);
    return Object.assign(query, request.params);
  };
}

/**
 * Makes the readers of query parameters that are not strings: decimal digits become a number, `true` and `false` a boolean.
 * Other values stay unchanged, and the schema refuses them.
 */
function queryReaders(fields: MountedOperation['fields']) {
  const readers = new Map<string, (value: unknown) => unknown>();
  for (const [name, { type }] of Object.entries(fields)) {
    if (type === 'integer') readers.set(name, readInteger);
    if (type === 'boolean') readers.set(name, readBoolean);
  }
  return readers;
}

function readInteger(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[0-9]+$/.test(value)) return value;
  return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
}

function readBoolean(value: unknown): unknown {
  if (value === 'true') return true;
  return value === 'false' ? false : value;
}
