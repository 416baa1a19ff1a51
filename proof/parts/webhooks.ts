import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { verifyWebhook } from '@clientele/client';
import { freePort } from '../../test/support/free-port.ts';
import type { Part, Trial } from '../part.ts';
import { sharedDatabase } from '../support/engines.ts';
import { operator, type Server, startServer, temporaryDirectory, unlimited } from '../support/server.ts';
import { until } from '../support/until.ts';

const wantedChanges = 5_000;
const clientsChanged = 20;
/** Long enough for the pauses after failures of some minutes. */
const drainSeconds = 900;

export const webhooks: Part = {
  promise: 'every change is delivered at least once, in order for each client, whoever is killed',
  async run(trial) {
    const secretsKey = randomBytes(32).toString('base64');
    const shared = { ...unlimited, LOG_LEVEL: 'silent', WORKER: 'true', SECRETS_KEY: secretsKey };
    const url = await sharedDatabase(trial);
    for (const [engine, environment] of [
      ['PostgreSQL', { ...shared, DATABASE_URL: url }],
      ['the embedded database', { ...shared, DATA_DIR: temporaryDirectory(trial), DEMO: 'false' }],
    ] as const)
      trial.figure(`${engine}: ${await killedAgain(trial, engine, environment)}`);
  },
};

type Environment = Record<string, string>;
interface Row {
  readonly id: string;
  readonly clientId: string;
  readonly state: string;
}

/** A receiver that fails now and then, and is gone for a while when it is stopped. */
class Receiver {
  readonly port: number;
  secret = '';
  /** The ids of the messages it has accepted, for each client in order. */
  readonly accepted = new Map<string, string[]>();
  #server: HttpServer | undefined;

  constructor(port: number) {
    this.port = port;
  }

  start(): void {
    this.#server = createServer(async (request, response) => {
      const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, `${value}`]));
      const message = await verifyWebhook(this.secret, headers, await text(request));
      if (Math.random() < 0.02) return response.writeHead(500).end();
      if (message.type !== 'client.updated') return response.writeHead(400).end();
      const ids = this.accepted.get(message.data.id) ?? [];
      this.accepted.set(message.data.id, [...ids, headers.get('webhook-id') ?? '']);
      return response.writeHead(204).end();
    }).listen(this.port, '127.0.0.1');
  }

  stop(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }
}

async function killedAgain(trial: Trial, engine: string, environment: Environment): Promise<string> {
  let server = await startServer(trial, environment);
  const org = ['--org', 'proof'];
  await operator(trial, environment, 'org', 'create', '--name', 'Proof', '--slug', 'proof');
  const { token } = (await operator(trial, environment, 'token', 'create', ...org)) as { token: string };
  const receiver = new Receiver(await freePort());
  trial.atEnd(() => receiver.stop());
  const clients = await Promise.all(Array.from({ length: clientsChanged }, () => makeClient(server, token)));
  const target = [
    '--url',
    `http://127.0.0.1:${receiver.port}`,
    '--events',
    'client.updated',
    '--allow-private',
  ];
  const created = (await operator(trial, environment, 'webhook', 'create', ...org, ...target)) as {
    id: string;
    secret: string;
  };
  receiver.secret = created.secret;
  receiver.start();

  let changes = 0;
  let kills = 0;
  const change = async (client: string) => {
    while (changes < wantedChanges) {
      const body = JSON.stringify({ name: `Client ${changes} ${randomUUID()}` });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      try {
        const answer = await fetch(`${server.url}/v1/clients/${client}`, { method: 'PUT', headers, body });
        if (answer.ok) changes += 1;
        await answer.arrayBuffer();
      } catch {
        // A server that was killed is back in a moment; the audit log tells whether the change was made.
        await setTimeout(100);
      }
    }
  };
  const changing = Promise.all(clients.map(change));
  while (changes < wantedChanges) {
    await setTimeout(500 + Math.random() * 1_500);
    server.process.kill('SIGKILL');
    await server.ended;
    if (kills % 2 === 0) receiver.stop();
    server = await startServer(trial, environment);
    if (kills % 2 === 0) receiver.start();
    kills += 1;
  }
  await changing;

  const everything = ['--limit', '1000000'];
  const deliveries = async () =>
    (await operator(trial, environment, 'webhook', 'deliveries', ...org, created.id, ...everything)) as Row[];
  const audit = (await operator(trial, environment, 'audit', 'list', ...org, ...everything)) as {
    operation: string;
  }[];
  const made = audit.filter(({ operation }) => operation === 'clients.update').length;
  const isDone = (rows: Row[]) => rows.length === made && rows.every(({ state }) => state === 'delivered');
  const isDrained = await until(async () => isDone(await deliveries()), drainSeconds, 1_000);
  trial.expect(isDrained, `${engine}: not every event was delivered within ${drainSeconds} s`);
  const rows = (await deliveries()).reverse();
  trial.expect(rows.length === made, `${engine}: ${made} changes have ${rows.length} events`);
  let repeated = 0;
  for (const client of clients) {
    const ids = receiver.accepted.get(client) ?? [];
    const firsts = [...new Set(ids)];
    repeated += ids.length - firsts.length;
    const inOrder = rows.filter(({ clientId }) => clientId === client).map(({ id }) => id);
    trial.expect(
      firsts.join() === inOrder.join(),
      `${engine}: of ${inOrder.length} events of a client ${firsts.length} came, or in another order`,
    );
  }
  server.process.kill('SIGKILL');
  await server.ended;
  return `${made} changes, ${kills} kills of server and worker, ${Math.ceil(kills / 2)} of the receiver; ${repeated} came again`;
}

async function makeClient({ url }: Server, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/v1/clients`, { method: 'POST', headers, body: '{"name":"Client"}' });
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
}
