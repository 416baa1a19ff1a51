import type { IncomingMessage } from 'node:http';
import { resolveResponse } from '@trpc/server/http';
import type { TRPCResponse } from '@trpc/server/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appRouter } from '../api.ts';
import { type Context, createContext, type Services } from '../core/context.ts';
import { ApiError, invalidArgument, toApiError } from '../core/errors.ts';
import { takeFromLimits } from '../core/rate-limit/take.ts';
import { toErrorShape } from '../core/trpc.ts';
import { bearerToken, conditionsOf, logFailure, setErrorHeaders, setResultHeaders } from './answer.ts';
import { parseJson, readBody } from './body.ts';
import { type MountedOperation, operations } from './operations.ts';

interface Call {
  Params: { path: string };
  Querystring: Record<string, unknown>;
}

const operationsByName = new Map(operations.map((operation) => [operation.name, operation]));
const methods = new Map(operations.map(({ name, type }) => [name, type === 'query' ? 'GET' : 'POST']));

/** How many calls one batch may have; `createClient` keeps to it too. */
const maxBatchSize = 20;

/** Serves the same operations as tRPC procedures: queries by GET, mutations by POST, batches included. */
export function mountTrpc(app: FastifyInstance, services: Services): void {
  app.route<Call>({
    method: ['GET', 'POST'],
    url: '/trpc/:path',
    exposeHeadRoute: false,
    async handler(request, reply) {
      const { path } = request.params;
      const context = createContext(services, {
        token: bearerToken(request),
        requestId: request.id,
        conditions: conditionsOf(request),
      });
      request.outcome = context.outcome;
      request.operationName = path;
      const operation = operationsByName.get(path);
      if (operation && isTaken(path, request) && !('batch' in request.query)) {
        return answerCall(operation, context, request, reply);
      }
      // tRPC judges a batch as a whole before its procedures ask for the token.
      const req = toFetchRequest(request);
      const names = new URL(req.url).searchParams.get('batch') === '1' ? path.split(',') : [path];
      const refusal = await refusalOf(context, names, request);
      // One error for all, as tRPC's own client takes it too: an answer must not be a hundred times the request.
      if (refusal && names.length > maxBatchSize) return refuse(refusal, path, context, request, reply);
      const judged = refusal ? names.filter((name) => !methods.has(name) || isTaken(name, request)) : names;
      const response = await resolveResponse({
        router: appRouter,
        req,
        path: judged.join(),
        error: refusal,
        createContext: async () => context,
        onError: ({ error }) => logFailure(request, toApiError(error)),
        responseMeta({ errors, data }) {
          const failures = errors.map(toApiError);
          for (const failure of failures) setErrorHeaders(reply, failure);
          if (names.length === 1 && failures.length === 0) setResultHeaders(reply, context.outcome);
          // A batch that is refused as a whole has one answer for all of its calls.
          const answers = judged.map((_, at) => data[at] ?? data[0]);
          request.batch = judged.map((name, at) => ({ name, status: statusOf(answers[at]) }));
          return {};
        },
      });
      return send(reply, response);
    },
  });
}

/**
 * Answers a call that is no batch as tRPC does, without the web request and response that it makes for every call: they
 * took two fifths of it.
 */
async function answerCall(
  operation: MountedOperation,
  context: Context,
  request: FastifyRequest<Call>,
  reply: FastifyReply,
) {
  try {
    const data = await operation.call(context, () => readInput(request));
    setResultHeaders(reply, context.outcome);
    return { result: { data } };
  } catch (thrown) {
    return refuse(toApiError(thrown), operation.name, context, request, reply);
  }
}

function refuse(
  error: ApiError,
  path: string,
  { requestId }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  logFailure(request, error);
  setErrorHeaders(reply, error);
  return reply.status(error.status).send({ error: toErrorShape(error, path, requestId) });
}

const statusOf = (answer: TRPCResponse<unknown, ReturnType<typeof toErrorShape>> | undefined) =>
  answer && 'error' in answer ? answer.error.data.httpStatus : 200;

const searchParamsOf = ({ url = '' }: IncomingMessage) => new URLSearchParams(url.replace(/^[^?]*/, ''));

/** The input of one call: JSON in the query or the body, or undefined when there is none. */
async function readInput({ method, raw }: FastifyRequest<Call>): Promise<unknown> {
  const text = method === 'GET' ? searchParamsOf(raw).get('input') : await readBody(raw);
  return text === null || text === '' ? undefined : parseJson(text);
}

/**
 * Why nothing of the request is to be done, or null: the token is not valid, or that cannot be told now, or the batch
 * as a whole is not valid, be its procedures known or not. Each call of such a batch counts, as it does in any other.
 */
async function refusalOf(
  context: Context,
  names: string[],
  request: FastifyRequest,
): Promise<ApiError | null> {
  const taken = names.filter((name) => isTaken(name, request));
  if (taken.length === 0 && names.length <= maxBatchSize) return null;
  const { idempotencyKey, ifMatch } = context.conditions;
  const isConditional = names.length > 1 && (idempotencyKey !== undefined || ifMatch !== undefined);
  try {
    const caller = await context.authenticate();
    if (!caller) return new ApiError('unauthorized');
    const isMixed = new Set(names.flatMap((name) => methods.get(name) ?? [])).size > 1;
    if (names.length <= maxBatchSize && !isMixed && !isConditional) return null;
    for (const name of taken.slice(0, maxBatchSize)) await takeFromLimits(context, caller, name);
    if (isConditional)
      return invalidArgument({ batch: 'Send a call with Idempotency-Key or If-Match alone.' });
    return invalidArgument({
      batch: `Send up to ${maxBatchSize} calls, all of them queries or all mutations.`,
    });
  } catch (error) {
    return toApiError(error);
  }
}

const isTaken = (name: string, { method }: FastifyRequest) => methods.get(name) === method;

/**
 * The request as tRPC takes it. Its body is read only when a procedure asks for it, and judged there, in the same way
 * and order as on REST; so it passes for JSON here whatever it is.
 */
function toFetchRequest({ raw, method }: FastifyRequest): Request {
  const url = new URL('http://localhost');
  url.search = searchParamsOf(raw).toString();
  // Made for WebSockets, and judged before the token where it is present.
  url.searchParams.delete('connectionParams');
  const headers = { 'content-type': 'application/json' };
  if (method !== 'POST') return new Request(url, { headers });
  const body = new ReadableStream(
    {
      async pull(controller) {
        const text = await readBody(raw);
        if (text !== '') controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Request(url, { method, headers, body, duplex: 'half' });
}

async function send(reply: FastifyReply, response: Response) {
  for (const name of ['content-type', 'allow']) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.status(response.status).send(await response.text());
}
