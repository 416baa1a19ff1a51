import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { ApiError, errorBody } from '../core/errors.ts';
import { toErrorShape } from '../core/trpc.ts';
import { exposedHeaders, guardingHeaders } from './answer.ts';
import type { Meter } from './meter.ts';

/** How much is taken on before requests are refused. */
export interface Bounds {
  /** Calls that are worked on at once. */
  readonly atWork: number;
  /** Of those, what one connection may have asked for at once: requests can be sent without waiting for answers. */
  readonly ofConnection: number;
  /** So many of them are not too much, however long they take. */
  readonly atEase: number;
  /** How long work may take while there are more than that: what waits behind others for longer fails half done. */
  readonly tookMs: number;
  /**
   * How long requests that arrived together may keep the process, and how many of them are taken in any case. The embedded
   * engine answers each before the next is even read: there it is not the number at work that grows but the wait unread.
   */
  readonly turnMs: number;
  readonly turnRequests: number;
}

/** A burst of some hundred passes; and as many are at work, on a fast machine or a slow one, as are done in `tookMs`. */
const defaultBounds: Bounds = {
  atWork: 256,
  ofConnection: 64,
  atEase: 32,
  tookMs: 250,
  turnMs: 400,
  turnRequests: 64,
};

const logEveryMs = 1_000;

/** Calls in one batch are worked on at once. The comma between them may be encoded. */
const callsOf = (url: string) =>
  url.startsWith('/trpc/') ? Math.min(20, url.split(/,|%2c/i, 20).length) : 1;

/** Probes, and what browsers ask before a request of our pages: they could not even read that it was refused. */
const isAlwaysTaken = ({ method, url, headers }: IncomingMessage, corsOrigins: readonly string[]) =>
  url === '/livez' ||
  url === '/readyz' ||
  (method === 'OPTIONS' && corsOrigins.includes(headers.origin ?? ''));

/** What all requests of a server share. */
interface Work {
  calls: number;
  lastTookMs: number;
}

/** The place of a request among those that are worked on. */
class Place {
  readonly #work: Work;
  readonly #calls: number;
  #enteredAtMs: number | undefined;
  #isOver = false;

  constructor(work: Work, calls: number) {
    this.#work = work;
    this.#calls = calls;
    this.enter();
  }

  enter(): void {
    if (this.#enteredAtMs !== undefined || this.#isOver) return;
    this.#work.calls += this.#calls;
    this.#enteredAtMs = performance.now();
  }

  /** Does nothing when it was left already. */
  leave(): void {
    if (this.#enteredAtMs === undefined) return;
    this.#work.calls -= this.#calls;
    this.#work.lastTookMs = performance.now() - this.#enteredAtMs;
    this.#enteredAtMs = undefined;
  }

  /** Leaves for good. */
  end(): void {
    this.leave();
    this.#isOver = true;
  }
}

/** On the request itself, which no later request shares. */
const placeOf = Symbol('place');

interface Placed extends IncomingMessage {
  [placeOf]?: Place;
}

/** Those of each connection that have not ended. */
const placesOf = new WeakMap<Socket, Set<Place>>();

/**
 * Answers what is too much at once with 503, as early and cheaply as Node allows: before Fastify, the token and the log.
 * Load that is refused would otherwise take the time of load that could be served.
 * @param server its listeners for requests are complete
 * @param corsOrigins whose pages may read that they were refused
 */
export function boundWork(
  server: Server,
  {
    log,
    corsOrigins,
    meter,
    bounds = defaultBounds,
  }: {
    log: Logger;
    corsOrigins: readonly string[];
    meter?: Pick<Meter, 'refused'> | undefined;
    bounds?: Bounds;
  },
): void {
  const listeners = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  const work: Work = { calls: 0, lastTookMs: 0 };
  let refused = 0;
  let turn: { readonly beganAtMs: number; requests: number } | undefined;

  /** True when those requests have been at it for too long that are read in one turn of the event loop. */
  function isTurnOver(): boolean {
    if (turn === undefined) {
      turn = { beganAtMs: performance.now(), requests: 0 };
      setImmediate(() => (turn = undefined));
    }
    turn.requests += 1;
    return turn.requests > bounds.turnRequests && performance.now() - turn.beganAtMs > bounds.turnMs;
  }

  function isTooMuch(calls: number): boolean {
    if (work.calls === 0) return false;
    if (work.calls + calls > bounds.atWork) return true;
    return work.calls >= bounds.atEase && work.lastTookMs > bounds.tookMs;
  }

  function noteRefused(): void {
    meter?.refused();
    refused += 1;
    if (refused > 1) return;
    setTimeout(() => {
      log.warn({ refused, atWork: work.calls }, 'too many requests at once; these were answered with 503');
      refused = 0;
    }, logEveryMs).unref();
  }

  server.removeAllListeners('request');
  server.on('request', (request: Placed, response: ServerResponse) => {
    const { url = '' } = request;
    if (!isAlwaysTaken(request, corsOrigins)) {
      const calls = callsOf(url);
      const ofConnection = placesOf.get(request.socket)?.size ?? 0;
      if (ofConnection >= bounds.ofConnection || isTooMuch(calls) || isTurnOver()) {
        noteRefused();
        const extra = corsOrigins.length === 0 ? [] : crossOriginHeaders(request.headers.origin, corsOrigins);
        if (!server.listening) extra.push('Connection', 'close');
        refuse(url, response, extra);
        return;
      }
      const place = new Place(work, calls);
      request[placeOf] = place;
      endWithAnswer(request.socket, response, place);
    }
    for (const listener of listeners) listener(request, response);
  });
}

/** Ends a place with its response, or with its connection: Node closes no response that still waits behind another. */
function endWithAnswer(socket: Socket, response: ServerResponse, place: Place): void {
  let held = placesOf.get(socket);
  if (held === undefined) {
    const ofSocket = new Set<Place>();
    socket.once('close', () => {
      for (const place of ofSocket) place.end();
    });
    placesOf.set(socket, ofSocket);
    held = ofSocket;
  }
  held.add(place);
  response.on('close', () => {
    place.end();
    held.delete(place);
  });
}

/** The work on a request is done; its answer need only be sent, however slowly it is read. */
export const leaveWork = (request: Placed): void => request[placeOf]?.end();

/** What `wait` gives, without having the request count as worked on meanwhile: its caller may take long to send it. */
export async function asideFromWork<T>(request: Placed, wait: () => Promise<T>): Promise<T> {
  const place = request[placeOf];
  place?.leave();
  try {
    return await wait();
  } finally {
    place?.enter();
  }
}

const tooMany = new ApiError('unavailable');
const idHere = '\0';
const [restStart = '', restEnd = ''] = JSON.stringify(errorBody(tooMany, idHere)).split(
  JSON.stringify(idHere),
);
const [trpcStart = '', trpcEnd = ''] = JSON.stringify({
  error: toErrorShape(tooMany, undefined, idHere),
}).split(JSON.stringify(idHere));

const headers = Object.entries({
  'Content-Type': 'application/json; charset=utf-8',
  ...guardingHeaders,
  ...tooMany.headers,
}).flat();

/** What the CORS plugin, which does not see what is refused, would have set. */
function crossOriginHeaders(origin: string | undefined, corsOrigins: readonly string[]): string[] {
  if (origin === undefined || !corsOrigins.includes(origin)) return ['Vary', 'Origin'];
  const exposed = exposedHeaders.join(', ');
  return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposed];
}

function refuse(url: string, response: ServerResponse, extra: readonly string[]): void {
  const requestId = randomUUID();
  const isTrpc = url.startsWith('/trpc/');
  const body = isTrpc ? `${trpcStart}"${requestId}"${trpcEnd}` : `${restStart}"${requestId}"${restEnd}`;
  const own = ['X-Request-Id', requestId, 'Content-Length', String(body.length)];
  response.writeHead(tooMany.status, [...headers, ...own, ...extra]).end(body);
}
