import { randomUUID } from 'node:crypto';
import { METHODS, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import cors from '@fastify/cors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onRequestHookHandler,
} from 'fastify';
import type { Logger } from 'pino';
import type { Services } from '../core/context.ts';
import { inTime } from '../core/deadline.ts';
import { ApiError, errorBody, invalidArgument, toApiError } from '../core/errors.ts';
import { boundWork, leaveWork } from './admission.ts';
import {
  exposedHeaders,
  guardingHeaders,
  plainPath,
  sendError,
  setCommonHeaders,
  setRateLimitHeaders,
} from './answer.ts';
import { mountDocs } from './docs.ts';
import { drain, followConnections } from './drain.ts';
import { type Meter, measure } from './meter.ts';
import { mountRest } from './rest.ts';
import { mountTrpc } from './trpc.ts';
import { keepTurns } from './turns.ts';

export interface AppOptions {
  readonly services: Services;
  readonly log: Logger;
  readonly corsOrigins: readonly string[];
  /** True when the database can be reached and its schema is up to date. */
  isReady(): Promise<boolean>;
  /** Hears of every call, for metrics. */
  readonly meter?: Meter | undefined;
  /** Runs before everything else, and goes on with the request within a trace. */
  readonly trace?: onRequestHookHandler | undefined;
}

const maxHeaderBytes = 16_384;

/** One that sends little and slowly takes 5 to 7 KB of memory; what comes beyond is closed at once. */
const maxConnections = 10_000;

/** The HTTP server as a function: everything but listening. */
export async function createApp({
  services,
  log,
  corsOrigins,
  isReady,
  meter,
  trace,
}: AppOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log;
  const noteEnd = (request: FastifyRequest, reply: FastifyReply) => {
    logRequest(request, reply);
    if (meter) measure(meter, request, reply);
  };
  const turns = keepTurns();
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: maxHeaderBytes },
    // The plugin serves the page with a trailing slash only.
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/docs(?=\?|$)/, '/docs/'),
    requestTimeout: 8_000,
    // Else what comes on an open connection while the server stops is refused, and not in our error body.
    return503OnClosing: false,
    // For those who do not read their answers: after so long without any progress.
    connectionTimeout: 10_000,
    http: {
      headersTimeout: 8_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: maxHeaderBytes,
      requireHostHeader: false,
    },
    async clientErrorHandler(error, socket) {
      const isOwed = error.code === 'ECONNRESET' || (await turns.waitFor(socket));
      if (isOwed) answerBrokenRequest(error, socket);
      else socket.end();
    },
    // A path that cannot be decoded is no endpoint's.
    frameworkErrors(_error, request, reply) {
      // No hook sees such a request.
      leaveWork(request.raw);
      reply.raw.once('finish', () => noteEnd(request, reply));
      setCommonHeaders(request, reply);
      sendError(request, reply, new ApiError('not_found'));
    },
  });
  app.decorateRequest('outcome', null);
  app.decorateRequest('operationName', null);
  app.decorateRequest('batch', null);

  // To Fastify no method has a body, so that it judges none: the operation reads it, after token, limits and permission.
  for (const method of METHODS) {
    if (method !== 'CONNECT') app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  if (trace) app.addHook('onRequest', trace);
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply);
    done(faultOf(request));
  });
  let isClosing = false;
  app.addHook('onSend', (request, reply, payload, done) => {
    leaveWork(request.raw);
    // Else the connection would stay open, idle, and hold the stop up.
    if (isClosing && turns.isLast(reply.raw)) reply.header('Connection', 'close');
    else if (isClosing) reply.raw.removeHeader('Connection');
    if (request.outcome) setRateLimitHeaders(reply, request.outcome, services.limits);
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    noteEnd(request, reply);
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(request, reply, toApiError(error)));
  app.setNotFoundHandler((request, reply) => sendError(request, reply, new ApiError('not_found')));

  const server: Server = app.server;
  server.maxConnections = maxConnections;
  // Node hands CONNECT over apart from all requests; no path takes it.
  server.on('connect', async (_request, socket) => {
    await turns.waitFor(socket);
    answerRaw(socket, methodNotAllowed(['GET', 'HEAD', 'POST', 'PUT']));
  });
  // An unknown expectation is met with the normal answer, so that it has the normal body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

  const methodsByPath = new Map<string, string[]>();
  if (corsOrigins.length > 0) {
    // The plugin answers every OPTIONS; only a preflight to a path of ours is one for it (Fetch standard, 3.3).
    app.addHook('onRequest', async ({ method, routeOptions, headers }) => {
      if (method !== 'OPTIONS') return;
      const allowed = methodsByPath.get(routeOptions.url ?? '');
      if (!allowed) throw new ApiError('not_found');
      const isPreflight =
        headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
      if (!isPreflight) throw methodNotAllowed(allowed);
    });
    await app.register(cors, {
      origin: [...corsOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT'],
      allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'],
      exposedHeaders,
      maxAge: 600,
    });
  }
  app.addHook('onRoute', ({ url, method }) => {
    methodsByPath.set(url, [...(methodsByPath.get(url) ?? []), ...[method].flat()]);
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    await drain(server);
  });
  mountRest(app, services);
  mountTrpc(app, services);
  await mountDocs(app);
  app.get('/livez', () => ({ status: 'ok' }));
  let looking: Promise<boolean> | undefined;
  app.get('/readyz', async () => {
    // Anybody may ask; however many do at once, the database is asked once.
    looking ??= inTime(isReady())
      .catch(() => false)
      .finally(() => (looking = undefined));
    if (!(await looking)) throw new ApiError('unavailable');
    return { status: 'ok' };
  });
  refuseOtherMethods(app, methodsByPath);
  boundWork(server, { log, corsOrigins, meter });
  followConnections(server);
  turns.watch(server);
  return app;
}

/** What is wrong with a request whatever its path, or undefined. */
function faultOf({ headers, raw, params }: FastifyRequest): ApiError | undefined {
  // Refused here and not by Node, so that the answer has the normal body (RFC 9112, section 3.2).
  if (headers.host === undefined && raw.httpVersion === '1.1') {
    return invalidArgument({ Host: 'Send a Host header.' });
  }
  // The router lets a parameter be empty; an address that ends with a slash is none of ours.
  return Object.values(params ?? {}).includes('') ? new ApiError('not_found') : undefined;
}

/** Logs how a request ended: one line each, without its query, which may hold anything. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, operationName: operation, outcome } = request;
  // What is undefined is left out of the line.
  request.log.info(
    {
      method,
      path: plainPath(request),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      operation: operation ?? undefined,
      organizationId: outcome?.caller?.organizationId,
      tokenId: outcome?.caller?.tokenId,
    },
    'request',
  );
}

const methodNotAllowed = (allowed: readonly string[]) =>
  new ApiError('method_not_allowed', {
    message: `This path takes only ${allowed.join(', ')}.`,
    headers: { Allow: allowed.join(', ') },
  });

/** Answers 405 with `Allow` for every known path and every method that it does not take. */
function refuseOtherMethods(app: FastifyInstance, methodsByPath: Map<string, string[]>): void {
  for (const [url, allowed] of [...methodsByPath]) {
    const others = app.supportedMethods.filter((method) => !allowed.includes(method));
    app.route({
      method: others,
      url,
      handler: (request, reply) => sendError(request, reply, methodNotAllowed(allowed)),
    });
    // Not those that were made just now to refuse.
    methodsByPath.set(url, allowed);
  }
}

/** Answers what never became a request: broken HTTP, headers too large or too slow. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else if (error.code === 'HPE_HEADER_OVERFLOW') answerRaw(socket, new ApiError('headers_too_large'));
  else {
    const fault = new ApiError('invalid_argument', {
      message: 'Send well-formed HTTP/1.1, without long pauses.',
    });
    answerRaw(socket, fault, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : fault.status);
  }
}

/** Writes an error to a socket that has no reply of Fastify's, and closes it. */
function answerRaw(socket: Duplex, error: ApiError, status = error.status): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = {
    ...error.headers,
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...guardingHeaders,
    'X-Request-Id': requestId,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}
