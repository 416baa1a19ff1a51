import { setTimeout } from 'node:timers/promises';
import { type Line, type Outcome, openLine, requestOf } from './line.ts';

/** Who calls: a token, and a client of its organization that nobody else renames. */
export interface Caller {
  readonly token: string;
  readonly clientId: string;
}

/** A request of a round: when it was sent, how it ended, and what it was to write. */
export interface Sent {
  readonly kind: string;
  readonly atMs: number;
  readonly outcome: Outcome;
  readonly rename?: { readonly clientId: string; readonly name: string };
}

/** Callers at work on one server, in all the ways there are, until it is gone. */
export interface Callers {
  readonly sent: readonly Sent[];
  /** Connections that were made and then reset before anything was answered on them. */
  readonly lostConnections: () => number;
  /** All callers have ended. */
  readonly ended: Promise<unknown>;
}

let serial = 0;

/** Lets callers loose: each has a connection of its own and uses it in a way of its own. */
export function callAtOnce(url: string, callers: readonly Caller[]): Callers {
  const sent: Sent[] = [];
  let lost = 0;

  async function send(line: Line, kind: string, bytes: string, rename?: Sent['rename']): Promise<Outcome> {
    const atMs = performance.now();
    const outcome = await line.send(bytes);
    sent.push({ kind, atMs, outcome, ...(rename && { rename }) });
    return outcome;
  }

  const goesOn = (outcome: Outcome) => typeof outcome === 'object' && !outcome.isLast;

  function renaming({ token, clientId }: Caller) {
    serial += 1;
    const rename = { clientId, name: `name-${serial}` };
    return { rename, bytes: requestOf(token, 'PUT', `/v1/clients/${clientId}`, { name: rename.name }) };
  }

  /** One request after the other on one connection, reads and writes in turn. */
  async function alternating(caller: Caller): Promise<void> {
    const line = await openLine(url);
    for (let turn = 0; ; turn += 1) {
      const { bytes, rename } = renaming(caller);
      const read = requestOf(caller.token, 'GET', `/v1/clients/${caller.clientId}`);
      const outcome = await (turn % 2
        ? send(line, 'keep-alive', read)
        : send(line, 'keep-alive', bytes, rename));
      if (!goesOn(outcome)) break;
    }
    line.end();
  }

  /** Four requests at once, and when they are answered the next four. */
  async function pipelining({ token, clientId }: Caller): Promise<void> {
    const line = await openLine(url);
    const read = requestOf(token, 'GET', `/v1/clients/${clientId}`);
    for (let isOpen = true; isOpen; ) {
      const outcomes = await Promise.all([1, 2, 3, 4].map(() => send(line, 'pipelined', read)));
      isOpen = outcomes.every(goesOn);
    }
    line.end();
  }

  /** Each body in two pieces, with a pause between. */
  async function slow(caller: Caller): Promise<void> {
    const line = await openLine(url);
    for (let isOpen = true; isOpen; ) {
      const { bytes, rename } = renaming(caller);
      const half = bytes.length - 5;
      const atMs = performance.now();
      line.begin(bytes.slice(0, half));
      await setTimeout(Math.random() * 600);
      const outcome = await line.send(bytes.slice(half));
      sent.push({ kind: 'slow body', atMs, outcome, rename });
      isOpen = goesOn(outcome);
    }
    line.end();
  }

  /** A pause between requests, so that the connection is mostly idle. */
  async function hesitant({ token, clientId }: Caller): Promise<void> {
    const line = await openLine(url);
    const read = requestOf(token, 'GET', `/v1/clients/${clientId}`);
    while (goesOn(await send(line, 'mostly idle', read))) await setTimeout(Math.random() * 100);
    line.end();
  }

  /** A connection for each request. */
  async function fresh({ token, clientId }: Caller): Promise<void> {
    const read = requestOf(token, 'GET', `/v1/clients/${clientId}`);
    for (;;) {
      const line = await openLine(url);
      const outcome = await send(line, 'new connection', read);
      line.end();
      if (outcome === 'dropped') lost += 1;
    }
  }

  const ways = [alternating, alternating, pipelining, slow, hesitant, alternating, hesitant, fresh];
  const untilRefused = (work: Promise<void>) => work.catch(() => {});
  const ended = Promise.all(
    callers.map((caller, index) => untilRefused((ways[index % ways.length] ?? alternating)(caller))),
  );
  return { sent, lostConnections: () => lost, ended };
}
