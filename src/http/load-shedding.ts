import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Services } from '../core/context.ts';
import { ApiError, errorBody } from '../core/errors.ts';
import type { LoadSettings } from '../core/settings.ts';
import { toErrorShape } from '../core/trpc.ts';
import { bearerToken, exposedHeaders, rawErrorHeaders } from './answer.ts';
import { Lane, type RefusalReason, type Ticket } from './lane.ts';
import type { Meter } from './meter.ts';
import { probePaths } from './probes.ts';

declare module 'node:http' {
  interface IncomingMessage {
    // In a WeakMap, V8 would keep the request until its next full garbage collection.
    ticket?: Ticket;
  }
}

export interface LoadOptions {
  readonly log: Logger;
  /** Pages of these origins may read the refusal. */
  readonly corsOrigins: readonly string[];
  readonly callerOf: Services['callerOf'];
  readonly meter?: Pick<Meter, 'refused'> | undefined;
  readonly settings: LoadSettings;
}

/** The most unfinished responses of a connection. One more request cuts it, so that callers who do not read take no memory. */
const maxUnfinished = 32;

const overloaded = new ApiError('unavailable');

/** Sheds load before Fastify sees a request, so that a refusal costs little. */
export class LoadShedding {
  readonly #options: LoadOptions;
  /** For requests with a token in this process's cache. */
  readonly #authenticated: Lane;
  /** For all other requests, including the first use of a valid token. */
  readonly #unauthenticated: Lane;
  readonly #unfinished = new WeakMap<Socket, Set<ServerResponse>>();
  #refused = 0;

  constructor(options: LoadOptions) {
    const { settings } = options;
    const maxWaitMs = settings.queueWaitMs;
    this.#options = options;
    this.#authenticated = new Lane({ running: settings.running, queued: settings.queued, maxWaitMs });
    this.#unauthenticated = new Lane({
      running: settings.unauthenticatedRunning,
      queued: settings.unauthenticatedQueued,
      maxWaitMs,
    });
  }

  /** Wraps the request listener of the server. */
  listener(handle: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      // Requests that were read together with the one that cut the connection still arrive.
      if (socket.destroyed) return;
      const unfinished = this.#unfinished.get(socket) ?? this.#follow(socket);
      if (unfinished.size === maxUnfinished) {
        socket.destroy();
        return this.recordRefused('unread_responses');
      }
      unfinished.add(response);
      response.on('close', () => {
        unfinished.delete(response);
        this.end(request);
      });
      if (this.#isAlwaysServed(request)) handle(request, response);
      else this.#enter(request, response, handle);
    };
  }

  /** Adds hooks that end requests once their response is made, and pause them while their body is being received. */
  addHooks(app: FastifyInstance): void {
    app.addHook('preParsing', ({ method, raw }, _reply, payload, done) => {
      if (method !== 'GET' && method !== 'HEAD' && !raw.complete) raw.ticket?.lane.pause(raw.ticket);
      done(null, payload);
    });
    app.addHook('preValidation', ({ raw }, _reply, done) => {
      raw.ticket?.lane.resume(raw.ticket);
      done();
    });
    app.addHook('onSend', ({ raw }, _reply, payload, done) => {
      this.end(raw);
      done(null, payload);
    });
  }

  /** Stops counting a request whose response only has to be sent. */
  end(request: IncomingMessage): void {
    request.ticket?.lane.end(request.ticket);
  }

  /** Measures each refused request, and logs their number once a second. */
  recordRefused(reason: RefusalReason, isAuthenticated = false): void {
    const { log, meter } = this.#options;
    meter?.refused(reason, isAuthenticated);
    this.#refused += 1;
    if (this.#refused > 1) return;
    setTimeout(() => {
      const inFlight = this.#authenticated.size + this.#unauthenticated.size;
      log.warn({ refused: this.#refused, inFlight }, 'overloaded: requests were refused with 503');
      this.#refused = 0;
    }, 1_000).unref();
  }

  /** Emits `close` for responses that were queued behind another when their connection ends: Node does so only for that one. */
  #follow(socket: Socket): Set<ServerResponse> {
    const unfinished = new Set<ServerResponse>();
    this.#unfinished.set(socket, unfinished);
    socket.once('close', () => {
      for (const response of unfinished) if (response.socket === null) response.emit('close');
    });
    return unfinished;
  }

  /** True for probes, and for preflights of allowed pages, which could not read a refusal. */
  #isAlwaysServed({ method, url, headers }: IncomingMessage): boolean {
    if (probePaths.includes(url ?? '')) return true;
    return method === 'OPTIONS' && this.#options.corsOrigins.includes(headers.origin ?? '');
  }

  #enter(request: IncomingMessage, response: ServerResponse, handle: RequestListener): void {
    const caller = this.#options.callerOf(bearerToken(request));
    const ticket: Ticket = {
      lane: caller ? this.#authenticated : this.#unauthenticated,
      sinceMs: performance.now(),
      run: () => (request.socket.destroyed ? this.end(request) : handle(request, response)),
      refuse: (reason) => {
        this.recordRefused(reason, caller !== undefined);
        this.#refuse(request, response);
      },
      state: 'queued',
    };
    request.ticket = ticket;
    ticket.lane.enter(ticket);
  }

  /** Answers 503 with the headers that Fastify would set. */
  #refuse({ url, headers: { origin } }: IncomingMessage, response: ServerResponse): void {
    const { corsOrigins } = this.#options;
    const requestId = randomUUID();
    const isTrpc = url?.startsWith('/trpc/');
    const body = JSON.stringify(
      isTrpc ? { error: toErrorShape(overloaded, undefined, requestId) } : errorBody(overloaded, requestId),
    );
    response.writeHead(overloaded.status, {
      ...rawErrorHeaders(overloaded, body, requestId),
      ...(corsOrigins.length > 0 && { Vary: 'Origin' }),
      ...(origin !== undefined &&
        corsOrigins.includes(origin) && {
          'Access-Control-Allow-Origin': origin,
          'Access-Control-Expose-Headers': exposedHeaders.join(', '),
        }),
    });
    response.end(body);
  }
}
