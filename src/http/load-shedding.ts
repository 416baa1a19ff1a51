import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Services } from '../core/context.ts';
import { bearerToken } from './answer.ts';
import { InFlight, type InFlightBounds, type Ticket } from './in-flight.ts';
import type { Meter } from './meter.ts';
import { crossOriginHeaders, refuse } from './refusal.ts';
import { UnreadAnswers, type UnreadBounds } from './unread-answers.ts';

export interface LoadBounds {
  /** For requests with a token that this process has looked up before; an organization is one owner. */
  readonly authenticated: InFlightBounds;
  /** For all others, first uses of valid tokens included; a connection is one owner. */
  readonly unauthenticated: InFlightBounds;
  readonly unread?: UnreadBounds;
}

/** A burst of some hundred requests passes. A request that waits for longer than a second is refused. */
export const defaultBounds: LoadBounds = {
  authenticated: {
    running: 32,
    runningPerOwner: 8,
    queued: 256,
    queuedPerFree: 4,
    maxWaitMs: 1_000,
  },
  unauthenticated: {
    running: 16,
    runningPerOwner: 4,
    queued: 112,
    queuedPerFree: 0.25,
    maxWaitMs: 1_000,
  },
};

export interface LoadOptions {
  readonly log: Logger;
  /** Pages of these origins may read that they were refused. */
  readonly corsOrigins: readonly string[];
  readonly callerOf: Services['callerOf'];
  readonly meter?: Pick<Meter, 'refused'> | undefined;
  readonly bounds?: LoadBounds;
}

const logEveryMs = 1_000;

/**
 * Sheds load: bounds the requests in flight and the answers that nobody reads. Requests are refused before Fastify sees
 * them, since load that is refused must not take the time of load that could be served.
 */
export class LoadShedding {
  readonly #options: LoadOptions;
  readonly #authenticated: InFlight;
  readonly #unauthenticated: InFlight;
  readonly #unread: UnreadAnswers;
  readonly #inFlight = new WeakMap<IncomingMessage, { lane: InFlight; ticket: Ticket }>();
  #refused = 0;

  constructor(options: LoadOptions) {
    const { authenticated, unauthenticated, unread } = options.bounds ?? defaultBounds;
    this.#options = options;
    this.#authenticated = new InFlight(authenticated);
    this.#unauthenticated = new InFlight(unauthenticated);
    this.#unread = new UnreadAnswers(unread);
  }

  /** Wraps what handles the server's requests. */
  listener(handle: RequestListener): RequestListener {
    return (request, response) => {
      if (!this.#unread.expect(request, response)) return this.#recordRefused();
      if (this.#isAlwaysServed(request)) return handle(request, response);
      const caller = this.#options.callerOf(bearerToken(request));
      const lane = caller ? this.#authenticated : this.#unauthenticated;
      const owner = caller?.organizationId ?? request.socket;
      const run = (ticket: Ticket) => {
        this.#inFlight.set(request, { lane, ticket });
        if (request.socket.destroyed) lane.end(ticket);
        else handle(request, response);
      };
      const ticket = lane.admit(owner, callsOf(request), run, () => this.#refuse(request, response));
      if (!ticket) return this.#refuse(request, response);
      response.on('close', () => lane.end(ticket));
    };
  }

  /** Ends the work on requests when their answer is made, and does not count them while their body is on its way. */
  follow(app: FastifyInstance): void {
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

  /** Ends the work on a request: its answer need only be sent, however slowly it is read. */
  end(request: IncomingMessage): void {
    const work = this.#inFlight.get(request);
    work?.lane.end(work.ticket);
  }

  /** Probes, and preflights of known pages, which could not even read that they were refused. */
  #isAlwaysServed({ method, url, headers }: IncomingMessage): boolean {
    if (url === '/livez' || url === '/readyz') return true;
    return method === 'OPTIONS' && this.#options.corsOrigins.includes(headers.origin ?? '');
  }

  #refuse(request: IncomingMessage, response: ServerResponse): void {
    this.#recordRefused();
    refuse(request, response, crossOriginHeaders(request.headers.origin, this.#options.corsOrigins));
  }

  /** Meters refused requests one by one, and logs them once a second. */
  #recordRefused(): void {
    const { log, meter } = this.#options;
    meter?.refused();
    this.#refused += 1;
    if (this.#refused > 1) return;
    setTimeout(() => {
      const inFlight = this.#authenticated.calls + this.#unauthenticated.calls;
      log.warn({ refused: this.#refused, inFlight }, 'overloaded: requests were refused');
      this.#refused = 0;
    }, logEveryMs).unref();
  }
}

/** Counts the calls of a batch, which run at once. Its commas may be encoded; no other path has any. */
function callsOf({ url = '' }: IncomingMessage): number {
  const [path = ''] = url.split('?', 1);
  return path.split(/,|%2c/i, 20).length;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
