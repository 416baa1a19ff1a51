import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type onRequestHookHandler,
} from 'fastify';
import type { Logger } from 'pino';
import type { Services } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import { defaultLoad, type LoadSettings } from '../core/settings.ts';
import { sendError, setCommonHeaders } from './answer.ts';
import { allowOrigins } from './cors.ts';
import { mountDocs } from './docs.ts';
import { answerBrokenRequest, answerErrors, refuseUnknownPaths } from './errors.ts';
import { setHeaders } from './headers.ts';
import { mountIndex } from './index-route.ts';
import { maxBodyBytes, readJsonBodies } from './json-body.ts';
import { LoadShedding } from './load-shedding.ts';
import { mountMcp } from './mcp.ts';
import type { Meter } from './meter.ts';
import { collectMethods, refuseOtherMethods } from './method-not-allowed.ts';
import { serveProbes } from './probes.ts';
import { recordRequest, recordRequests } from './request-log.ts';
import { mountRest } from './rest.ts';
import { drainOnClose } from './shutdown.ts';
import { trpc } from './trpc.ts';

export interface AppOptions {
  readonly services: Services;
  readonly log: Logger;
  readonly corsOrigins: readonly string[];
  /** The URL that callers use; by default the address that the server listens on. */
  readonly publicUrl?: string | undefined;
  /** Serves the web console at `/`. */
  readonly hasConsole?: boolean | undefined;
  /** The time from the start of a stop until connections are closed; 0 by default. */
  readonly shutdownDelayMs?: number | undefined;
  /** True if the database can be reached and its schema is up to date. */
  isReady(): Promise<boolean>;
  readonly load?: LoadSettings | undefined;
  /** Measures every call. */
  readonly meter?: Meter | undefined;
  /** Runs before all other hooks, and continues the request within a trace. */
  readonly trace?: onRequestHookHandler | undefined;
}

/** Makes the HTTP server. It does not listen yet. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, log, corsOrigins, publicUrl, hasConsole, isReady, meter, trace } = options;
  const { load: settings = defaultLoad } = options;
  const load = new LoadShedding({ log, corsOrigins, callerOf: services.callerOf, meter, settings });
  const app = createFastify(log, load, meter);
  boundConnections(app.server, services, settings, load);
  if (trace) app.addHook('onRequest', trace);
  setHeaders(app, services.limits);
  load.addHooks(app);
  recordRequests(app, meter);
  answerErrors(app);
  readJsonBodies(app);
  const methodsByPath = collectMethods(app);
  await allowOrigins(app, corsOrigins, methodsByPath);
  refuseUnknownPaths(app);
  serveProbes(app, isReady, services.databaseTimeoutMs);
  drainOnClose(app, options.shutdownDelayMs);
  mountRest(app, services);
  await app.register(trpc, { services });
  mountMcp(app, services, corsOrigins);
  mountDocs(app, publicUrl);
  mountIndex(app, publicUrl, hasConsole);
  refuseOtherMethods(app, methodsByPath);
  return app;
}

const maxHeaderBytes = 16_384;

function createFastify(log: Logger, load: LoadShedding, meter: Meter | undefined): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    bodyLimit: maxBodyBytes,
    // The asterisk form (RFC 9112, section 3.2.4) is not a path, but the router would treat it as `/`.
    rewriteUrl: ({ url = '/' }) => (url === '*' ? '/*' : url),
    routerOptions: { maxParamLength: maxHeaderBytes },
    // Requests on open connections are still served while the server stops.
    return503OnClosing: false,
    serverFactory: (handle) => createHttpServer(load.listener(handle)),
    clientErrorHandler: answerBrokenRequest,
    // Answers paths that cannot be decoded. Fastify runs no hooks for them.
    frameworkErrors(_error, request, reply) {
      load.end(request.raw);
      reply.raw.once('finish', () => recordRequest(request, reply, meter));
      setCommonHeaders(request, reply);
      sendError(request, reply, new ApiError('not_found'));
    },
  });
  for (const property of ['context', 'outcome', 'operationName', 'failure', 'batch'])
    app.decorateRequest(property, null);
  return app;
}

/** A connection is cut after this time without a byte in either direction. */
const minSilentMs = 10_000;

/** Bounds the number of connections, and the time for which they may be silent. */
function boundConnections(
  server: Server,
  { databaseTimeoutMs }: Services,
  { maxConnections, queueWaitMs }: LoadSettings,
  load: LoadShedding,
): void {
  server.maxConnections = maxConnections;
  // At the maximum, idle connections make room for new ones.
  server.on('drop', () => {
    load.recordRefused('connections');
    server.closeIdleConnections();
  });
  // Closes connections of callers who stop reading their responses, but not of those who still wait for one.
  server.setTimeout(Math.max(minSilentMs, queueWaitMs + 2 * databaseTimeoutMs + 1_000));
}

function createHttpServer(listener: RequestListener): Server {
  const limits = {
    keepAliveTimeout: 72_000,
    requestTimeout: 8_000,
    headersTimeout: 8_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: maxHeaderBytes,
    requireHostHeader: false,
  };
  const server: Server = createServer(limits, listener);
  // By default Node answers an unknown expectation itself, without an error body.
  server.on('checkExpectation', listener);
  return server;
}
