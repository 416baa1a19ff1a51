import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Services } from '../core/context.ts';
import type { LoadSettings } from '../core/settings.ts';
import { bearerToken } from './answer.ts';
import { InFlight, type InFlightBounds, type RefusalReason, type Ticket } from './in-flight.ts';
import type { Meter } from './meter.ts';
import { probePaths } from './probes.ts';
import { crossOriginHeaders, refuse } from './refusal.ts';
import { UnreadAnswers, type UnreadBounds } from './unread-answers.ts';

export interface LoadBounds {
  /** For requests with a token in this process's cache. An organization is one owner. */
  readonly authenticated: InFlightBounds;
  /** For all other requests, including the first use of a valid token. A connection is one owner. */
  readonly unauthenticated: InFlightBounds;
  readonly unread?: UnreadBounds;
}

/** Makes the bounds from the settings. An organization may fill the queue for a moment, an unknown caller may not. */
export const loadBounds = (settings: LoadSettings): LoadBounds => ({
  authenticated: {
    running: settings.running,
    runningPerOwner: settings.runningPerOrganization,
    queued: settings.queued,
    queuedPerFree: 4,
    maxWaitMs: settings.queueWaitMs,
  },
  unauthenticated: {
    running: settings.unauthenticatedRunning,
    runningPerOwner: 4,
    queued: settings.unauthenticatedQueued,
    queuedPerFree: 0.25,
    maxWaitMs: settings.queueWaitMs,
  },
});

export interface LoadOptions {
  readonly log: Logger;
  /** Pages of these origins may read the refusal. */
  readonly corsOrigins: readonly string[];
  readonly callerOf: Services['callerOf'];
  readonly meter?: Pick<Meter, 'refused'> | undefined;
  readonly bounds: LoadBounds;
}

const logEveryMs = 1_000;

/**
 * Sheds load: bounds the requests in flight and the unread responses. Requests are refused before Fastify sees them, so
 * that refusals cost little.
 */
export class LoadShedding {
  readonly #options: LoadOptions;
  readonly #authenticated: InFlight;
  readonly #unauthenticated: InFlight;
  readonly #unread: UnreadAnswers;
  readonly #inFlight = new WeakMap<IncomingMessage, { lane: InFlight; ticket: Ticket }>();
  #refused = 0;

  constructor(options: LoadOptions) {
    const { authenticated, unauthenticated, unread } = options.bounds;
    this.#options = options;
    this.#authenticated = new InFlight(authenticated);
    this.#unauthenticated = new InFlight(unauthenticated);
    this.#unread = new UnreadAnswers(unread);
  }

  /** Wraps the request listener of the server. */
  listener(handle: RequestListener): RequestListener {
    return (request, response) => {
      if (!this.#unread.expect(request, response)) return this.recordRefused('unread_responses');
      if (this.#isAlwaysServed(request)) return handle(request, response);
      const caller = this.#options.callerOf(bearerToken(request));
      const lane = caller ? this.#authenticated : this.#unauthenticated;
      const owner = caller?.organizationId ?? request.socket;
      const run = (ticket: Ticket) => {
        this.#inFlight.set(request, { lane, ticket });
        if (request.socket.destroyed) lane.end(ticket);
        else handle(request, response);
      };
      const refuse = (reason: RefusalReason) => this.#refuse(request, response, reason, caller !== undefined);
      const ticket = lane.admit(owner, callsOf(request), run, refuse);
      if (!ticket) return;
      response.on('close', () => lane.end(ticket));
    };
  }

  /** Adds hooks that end requests once their response is made, and pause them while their body is being received. */
  addHooks(app: FastifyInstance): void {
    app.addHook('preParsing', (request, _reply, payload, done) => {
      const work = this.#inFlight.get(request.raw);
      if (work && hasBody(request.raw) && !request.raw.complete) work.lane.pause(work.ticket);
      done(null, payload);
    });
    app.addHook('preValidation', (request, _reply, done) => {
      const work = this.#inFlight.get(request.raw);
      work?.lane.resume(work.ticket);
      done();
    });
    app.addHook('onSend', (request, reply, payload, done) => {
      this.end(request.raw);
      this.#unread.add(reply.raw, payload);
      done(null, payload);
    });
  }

  /** Stops counting a request whose response only has to be sent. */
  end(request: IncomingMessage): void {
    const work = this.#inFlight.get(request);
    work?.lane.end(work.ticket);
  }

  /** True for probes, and for preflights of allowed pages, which could not read a refusal. */
  #isAlwaysServed({ method, url, headers }: IncomingMessage): boolean {
    if (probePaths.includes(url ?? '')) return true;
    return method === 'OPTIONS' && this.#options.corsOrigins.includes(headers.origin ?? '');
  }

  #refuse(
    request: IncomingMessage,
    response: ServerResponse,
    reason: RefusalReason,
    isAuthenticated: boolean,
  ): void {
    this.recordRefused(reason, isAuthenticated);
    refuse(request, response, crossOriginHeaders(request.headers.origin, this.#options.corsOrigins));
  }

  /** Measures each refused request, and logs their number once a second. */
  recordRefused(reason: RefusalReason, isAuthenticated = false): void {
    const { log, meter } = this.#options;
    meter?.refused(reason, isAuthenticated);
    this.#refused += 1;
    if (this.#refused > 1) return;
    setTimeout(() => {
      const inFlight = this.#authenticated.calls + this.#unauthenticated.calls;
      log.warn({ refused: this.#refused, inFlight }, 'overloaded: requests were refused with 503');
      this.#refused = 0;
    }, logEveryMs).unref();
  }
}

/** Counts the calls of a batch by the commas in its path, which may be encoded. No other path contains commas. */
function callsOf({ url = '' }: IncomingMessage): number {
  const [path = ''] = url.split('?', 1);
  return path.split(/,|%2c/i, 20).length;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
