/**
 * A load generator, a process of its own: sends requests when they are due, however slowly they are answered, as callers
 * do who do not know of each other. On bare sockets, since it shares two cores with what it measures.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { clientOf, tokenOf } from '../../bench/requests/fixture.ts';

export interface Arrivals {
  readonly url: string;
  /** How many organizations take turns. */
  readonly organizations: number;
  readonly seconds: number;
  /** Requests per second; without it, as many as go through with `connections` at a time. */
  readonly rate?: number;
  /** How many connections there are; what is due while all of them wait is not sent. */
  readonly connections: number;
  /** The last part of all requests that are updates; the others are reads. */
  readonly updates: number;
  /** Whose requests they are, instead of those organizations' in turn. */
  readonly caller?: { readonly token: string; readonly clientId: string };
}

/** The answers of one status, by when they came. */
export interface Answers {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Seen {
  readonly served: Answers;
  readonly refused: Answers;
  /** Other answers, by status. */
  readonly others: Record<string, number>;
  /** Of every sixteenth 503, those without what each of them must have. */
  readonly malformed: number;
  /** Connections that ended without an answer. */
  readonly broken: number;
  /** Due, but no connection was left to send them. */
  readonly unsent: number;
  /** From the first that was due to the last answer. */
  readonly seconds: number;
  /** Served in each second. */
  readonly perSecond: number[];
}

const isWhole = (answer: string) =>
  [
    'retry-after: ',
    'x-request-id: ',
    'x-content-type-options: nosniff',
    '"unavailable"',
    '"request_id"',
  ].every((part) => answer.toLowerCase().includes(part));

let turn = 0;

function nextRequest({ organizations, updates, url, caller }: Arrivals): string {
  turn += 1;
  const organization = turn % organizations;
  const rest = `HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${caller?.token ?? tokenOf(organization)}\r\n`;
  const path = `/v1/clients/${caller?.clientId ?? clientOf(organization)}`;
  if (turn % 100 >= updates * 100) return `GET ${path} ${rest}\r\n`;
  const body = JSON.stringify({ name: `Renamed ${turn}` });
  return `PUT ${path} ${rest}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

async function run(arrivals: Arrivals): Promise<Seen> {
  const { hostname, port } = new URL(arrivals.url);
  const idle: Way[] = [];
  const latencies = { served: [] as number[], refused: [] as number[] };
  const others: Record<string, number> = {};
  const perSecond: number[] = [];
  let malformed = 0;
  let broken = 0;
  let unsent = 0;
  let isOver = false;
  let open = 0;
  let underWay = 0;
  let startedAt = performance.now();

  function answered(way: Way, head: string): void {
    const now = performance.now();
    const status = head.slice(9, 12);
    underWay -= 1;
    way.isUnderWay = false;
    if (status === '200') {
      latencies.served.push(now - way.dueAt);
      const second = Math.floor((now - startedAt) / 1_000);
      perSecond[second] = (perSecond[second] ?? 0) + 1;
    } else if (status === '503') {
      latencies.refused.push(now - way.dueAt);
      if (latencies.refused.length % 16 === 0 && !isWhole(head)) malformed += 1;
    } else others[status] = (others[status] ?? 0) + 1;
    if (arrivals.rate === undefined && now < startedAt + arrivals.seconds * 1_000) send(way, now);
    else idle.push(way);
  }

  function send(way: Way, dueAt: number): void {
    underWay += 1;
    way.isUnderWay = true;
    way.dueAt = dueAt;
    way.socket.write(nextRequest(arrivals));
  }

  function openWay(): Way {
    open += 1;
    const socket = connect(Number(port), hostname).setNoDelay();
    const way: Way = { socket, isUnderWay: false, dueAt: Number.NaN };
    let text = '';
    way.socket.setEncoding('latin1').on('data', (data: string) => {
      // One that has long been idle is told that it ends.
      if (!way.isUnderWay) return;
      text = text === '' ? data : text + data;
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
      if (text.length < end + 4 + length) return;
      const whole = text;
      text = '';
      answered(way, whole);
    });
    way.socket.on('error', () => {});
    way.socket.on('close', () => {
      open -= 1;
      const at = idle.indexOf(way);
      if (at >= 0) idle.splice(at, 1, ...(isOver ? [] : [openWay()]));
      if (!way.isUnderWay) return;
      broken += 1;
      underWay -= 1;
    });
    return way;
  }

  // Before the clock starts: more at once than the system's queue of new connections takes would wait for seconds.
  while (open < arrivals.connections) {
    const opened = Array.from({ length: Math.min(100, arrivals.connections - open) }, openWay);
    await Promise.all(opened.map(({ socket }) => once(socket, 'connect')));
    idle.push(...opened);
  }
  startedAt = performance.now();
  if (arrivals.rate === undefined) {
    for (const way of idle.splice(0)) send(way, performance.now());
    await setTimeout(arrivals.seconds * 1_000);
  } else {
    const total = Math.floor(arrivals.rate * arrivals.seconds);
    let sent = 0;
    while (sent < total) {
      const due = Math.min(total, ((performance.now() - startedAt) / 1_000) * arrivals.rate);
      for (; sent < due; sent += 1) {
        const way = idle.pop();
        if (way) send(way, startedAt + (sent / arrivals.rate) * 1_000);
        else unsent += 1;
      }
      await setTimeout(1);
    }
  }
  const patienceEndsAt = performance.now() + 8_000;
  while (underWay > 0 && performance.now() < patienceEndsAt) await setTimeout(5);
  isOver = true;
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const way of idle.splice(0)) way.socket.removeAllListeners('close').destroy();
  return {
    served: answersOf(latencies.served),
    refused: answersOf(latencies.refused),
    others,
    malformed,
    broken: broken + underWay,
    unsent,
    seconds,
    perSecond: Array.from(perSecond, (count) => count ?? 0),
  };
}

interface Way {
  readonly socket: Socket;
  isUnderWay: boolean;
  dueAt: number;
}

function answersOf(latencies: number[]): Answers {
  latencies.sort((a, b) => a - b);
  const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? Number.NaN;
  return { count: latencies.length, p50: at(0.5), p99: at(0.99) };
}

process.on('message', (arrivals: Arrivals) => {
  run(arrivals).then(
    (seen) => process.send?.({ seen }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
