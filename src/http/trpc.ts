import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../core/context.ts';
import { ApiError, invalidArgument, toApiError } from '../core/errors.ts';
import { toErrorShape } from '../core/trpc.ts';
import { recordFailure, setErrorHeaders, setResultHeaders } from './answer.ts';
import { admit, contextOf } from './authentication.ts';
import { thrownError } from './errors.ts';
import { boundedInput, parseJson } from './json-body.ts';
import { methodNotAllowed } from './method-not-allowed.ts';
import { maxBatchSize, type Procedure, proceduresByName } from './operations.ts';
import { tagAndCompress } from './tag-and-compress.ts';

/** Serves all operations as tRPC procedures: queries by GET, mutations by POST, single or in batches. */
export async function trpc(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  // A batch gets a single error, which tRPC's client supports. One error per call could make the response far larger than
  // the request.
  app.setErrorHandler((thrown, request, reply) => {
    const error = thrownError(thrown, request);
    const { names } = callOf(request);
    recordFailure(request, error);
    setErrorHeaders(reply, error);
    const path = names.length === 1 ? names[0] : undefined;
    return reply.status(error.status).send({ error: toErrorShape(error, path, request.id) });
  });
  app.addHook('onSend', tagAndCompress);
  app.route({
    method: ['GET', 'POST'],
    url: '/trpc/:path',
    exposeHeadRoute: false,
    onRequest: (request) => admitCalls(request, services),
    handler(request, reply) {
      const { names, isBatch, input } = callOf(request);
      const operation = isBatch ? undefined : proceduresByName.get(names.join());
      return operation ? answerCall(operation, input, request, reply) : answerBatch(request, reply);
    },
  });
}

/** Reads the names of the called procedures, which the router has decoded, and the input of a query. */
function callOf({ params, query, method }: FastifyRequest) {
  const { path } = params as { path: string };
  // A parameter that is sent twice is an array.
  const { batch, input: sent } = query as { batch?: string | string[]; input?: string | string[] };
  const isBatch = batch === '1';
  const input = method === 'GET' && sent !== undefined ? String(sent) : null;
  return { names: isBatch ? path.split(',') : [path], isBatch, input };
}

/**
 * Checks the request as a whole before its body is read: 404, 405, 401, 429 if the limits refuse every call, and 400 for
 * an invalid batch.
 */
async function admitCalls(request: FastifyRequest, services: Services): Promise<void> {
  const { names } = callOf(request);
  const known = names.slice(0, maxBatchSize).flatMap((name) => proceduresByName.get(name) ?? []);
  const isTooLong = names.length > maxBatchSize;
  if (known.length === 0 && !isTooLong) throw new ApiError('not_found');
  request.operationName = known.map(({ name }) => name).join();
  const types = [...new Set(known.map(({ type }) => type))];
  const allowed: readonly string[] = types.map(methodOf);
  if (!isTooLong && !allowed.includes(request.method)) throw methodNotAllowed(allowed);

  const calls = known.filter(({ type }) => methodOf(type) === request.method);
  await admit(
    request,
    services,
    calls.map(({ name }) => name),
  );
  const { idempotencyKey, ifMatch } = contextOf(request).request.conditions;
  const isConditional = names.length > 1 && (idempotencyKey !== undefined || ifMatch !== undefined);
  if (!isTooLong && types.length === 1 && !isConditional) return;
  throw invalidArgument({
    batch: isConditional
      ? 'Send a call with Idempotency-Key or If-Match on its own, not in a batch.'
      : `Send up to ${maxBatchSize} calls, all of them queries or all mutations.`,
  });
}

const methodOf = (type: Procedure['type']) => (type === 'query' ? 'GET' : 'POST');

function answerCall(
  operation: Procedure,
  input: string | null,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const context = contextOf(request);
  const given = input ? parseJson(input) : request.body;
  return operation
    .call(context, () => given)
    .then((data) => {
      setResultHeaders(reply, context.request.outcome);
      return { result: { data } };
    });
}

/** Answers the calls of a batch like tRPC: each has its result or error, and 207 says that their statuses differ. */
async function answerBatch(request: FastifyRequest, reply: FastifyReply) {
  const context = contextOf(request);
  const { names, input } = callOf(request);
  const inputs = inputsOf(input === null ? request.body : parseJson(input), names.length);
  const answers = await Promise.all(
    names.map(async (name, at) => {
      try {
        const operation = proceduresByName.get(name);
        if (!operation) throw new ApiError('not_found');
        return {
          status: 200,
          body: { result: { data: await operation.call(context, () => inputs.get(String(at))) } },
        };
      } catch (thrown) {
        const error = toApiError(thrown);
        recordFailure(request, error);
        setErrorHeaders(reply, error);
        return { status: error.status, body: { error: toErrorShape(error, name, request.id) } };
      }
    }),
  );
  const [{ status } = { status: 200 }, ...others] = answers;
  if (names.length === 1 && status === 200) setResultHeaders(reply, context.request.outcome);
  request.batch = answers.map((answer, at) => ({ name: names[at] ?? '', status: answer.status }));
  reply.status(others.every((other) => other.status === status) ? status : 207);
  return reply.send(answers.map(({ body }) => body));
}

/** Reads the inputs of a batch by the positions of their calls. */
function inputsOf(given: unknown = {}, calls: number): ReadonlyMap<string, unknown> {
  boundedInput(given, calls);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw invalidArgument({ body: 'Send the inputs of a batch as a JSON object.' });
  return new Map(Object.entries(given));
}
