/** The load generator, a process of its own: makes the runs it is told over IPC, and tells what it saw. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { quantile } from '../statistics.ts';
import { clientOf, domain, tokenOf } from './fixture.ts';
import { answerTasks } from './processes.ts';

const trpcPath = `/trpc/clients.get?input=${encodeURIComponent('{"clientId":"CLIENT"}')}`;
const works = {
  'read a client': (client: string) => ['GET', `/v1/clients/${client}`],
  'list 20 clients': () => ['GET', '/v1/clients'],
  'create a client': () => ['POST', '/v1/clients', { name: 'Globex', domain }],
  'update a client': (client: string) => ['PUT', `/v1/clients/${client}`, { name: `Renamed ${turn}` }],
  'the same read over /trpc': (client: string) => ['GET', trpcPath.replace('CLIENT', client)],
} satisfies Record<string, (client: string) => ['GET' | 'POST' | 'PUT', path: string, body?: object]>;

export type Work = keyof typeof works;

export interface Run {
  readonly work: Work;
  readonly url: string;
  /** The number of organizations that take turns. */
  readonly organizations: number;
  /** Without it, the run ends when each organization has sent a request. */
  readonly seconds?: number;
  /** Requests per second, however slowly they are answered; without it, as many as 32 connections allow. */
  readonly rate?: number;
}

export type Seen = Awaited<ReturnType<typeof run>>;
let turn = 0;

/** Opens a connection for one request at a time, at a tenth of the cost of a whole client: the load shares the cores. */
async function openConnection(url: string) {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
  socket.on('end', () => socket.destroy(new Error('The server closed a connection.')));
  await once(socket, 'connect');
  /** Returns the status of the answer. */
  async function send(request: string): Promise<number> {
    socket.write(request);
    for (let received = ''; ; ) {
      received += (await once(socket, 'data'))[0];
      const end = received.indexOf('\r\n\r\n');
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (end >= 0 && received.length >= end + 4 + length) return Number(received.slice(9, 12));
    }
  }
  return { send, close: () => socket.destroy() };
}

/** Counts the requests that were served, and those that were refused with 503. */
async function run({ work, url, organizations, seconds, rate }: Run) {
  // At a rate, more than the server admits, with the refusals that are on their way.
  const connections = rate === undefined ? 32 : 800;
  const idle = [await openConnection(url)];
  while (idle.length < connections) idle.push(await openConnection(url));
  const latencies: number[] = [];
  let sent = 0;
  let refused = 0;
  const startedAt = performance.now();
  const now = () => performance.now() - startedAt;
  const goesOn = () => (seconds === undefined ? sent < organizations : now() < seconds * 1_000);

  /** Counts from when the request was due, so that one slow answer does not hide the next. */
  async function send(dueMs: number): Promise<void> {
    sent += 1;
    // The longest idle one: a server closes a connection that sends nothing for some seconds.
    const connection = idle.shift();
    if (!connection) return;
    turn += 1;
    const organization = turn % organizations;
    const [method, path, body] = works[work](clientOf(organization));
    const head = `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${tokenOf(organization)}\r\n`;
    const text = body ? JSON.stringify(body) : '';
    const type = body ? `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n` : '';
    const status = await connection.send(`${head}${type}\r\n${text}`);
    idle.push(connection);
    if (status === 200) latencies.push(now() - dueMs);
    else if (status === 503 && rate !== undefined) refused += 1;
    else throw new Error(`${work} at ${url} was answered with ${status}.`);
  }

  const sendInTurn = async (): Promise<void> => (goesOn() ? send(now()).then(sendInTurn) : undefined);
  const sending: Promise<void>[] = [];
  if (rate === undefined) sending.push(...[...idle].map(sendInTurn));
  else
    for (; goesOn(); await setTimeout(1))
      while ((sent / rate) * 1_000 < now()) sending.push(send((sent / rate) * 1_000));
  await Promise.all(sending);
  const perSecond = (latencies.length / now()) * 1_000;
  for (const { close } of idle) close();
  return { served: latencies.length, refused, perSecond, p99Ms: quantile(latencies, 0.99) };
}

answerTasks(run);
