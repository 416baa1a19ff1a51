import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../core/context.ts';
import { matchesIfNoneMatch } from '../core/rest/entity-tag.ts';
import { setResultHeaders } from './answer.ts';
import { admit, contextOf } from './authentication.ts';
import { objectBody } from './json-body.ts';
import { type MountedOperation, operations } from './operations.ts';

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
      handler(request, reply) {
        const context = contextOf(request);
        const { outcome, conditions } = context.request;
        return operation
          .call(context, () => toInput(request))
          .then((result) => {
            setResultHeaders(reply, outcome);
            const { entityTag } = outcome;
            const isKnown = entityTag !== undefined && matchesIfNoneMatch(entityTag, conditions.ifNoneMatch);
            return operation.method === 'GET' && isKnown ? reply.code(304).send() : result;
          });
      },
    });
  }
}

/** Returns a function that merges the query or body with the path parameters, which take precedence. */
function inputReader({ method, fields }: MountedOperation): (request: FastifyRequest) => unknown {
  if (method !== 'GET') return (request) => Object.assign(objectBody(request), request.params);
  const types = Object.entries(fields).map(([name, { type }]) => [name, type] as const);
  return (request) => {
    const query = request.query as Record<string, unknown>;
    for (const [name, type] of types) if (Object.hasOwn(query, name)) query[name] = read(query[name], type);
    return Object.assign(query, request.params);
  };
}

/**
 * Reads a query parameter: of an integer, decimal digits become a number, and of a boolean `true` and `false` that value.
 * All else stays unchanged, and the schema refuses it.
 */
function read(value: unknown, type: unknown): unknown {
  if (type === 'integer' && typeof value === 'string' && /^[0-9]+$/.test(value))
    return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
