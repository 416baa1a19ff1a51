import { randomBytes } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { verifyWebhook } from '@clientele/client';
import { freePort } from '../../test/support/free-port.ts';
import type { Part, Trial } from '../part.ts';
import { newDatabase } from '../support/engines.ts';
import { operator, type Server, startServer, temporaryDirectory, unlimited } from '../support/server.ts';
import { until } from '../support/until.ts';
import { Writers } from '../support/writers.ts';

/** A third of them are changes. */
const wantedAnswers = 15_000;
const clientsChanged = 20;
/** Long enough for the pauses after failures of some minutes. */
const drainSeconds = 900;

export const webhooks: Part = {
  promise: 'every change is delivered at least once, in order for each client, whoever is killed',
  async run(trial) {
    const secretsKey = randomBytes(32).toString('base64');
    const shared = { ...unlimited, LOG_LEVEL: 'silent', WORKER: 'true', SECRETS_KEY: secretsKey };
    const url = await newDatabase(trial);
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
  const { token } = await operator<{ token: string }>(trial, environment, 'token', 'create', ...org);
  const receiver = new Receiver(await freePort());
  trial.atEnd(() => receiver.stop());
  const clients = await Promise.all(Array.from({ length: clientsChanged }, () => makeClient(server, token)));
  const target = `--url http://127.0.0.1:${receiver.port} --events client.updated --allow-private`;
  const words = ['webhook', 'create', ...org, ...target.split(' ')];
  const created = await operator<{ id: string; secret: string }>(trial, environment, ...words);
  receiver.secret = created.secret;
  receiver.start();

  const owned = clients.map((client) => ({ token, client }));
  const writers = new Writers();
  let kills = 0;
  while (writers.answers.served < wantedAnswers) {
    writers.start(server.url, owned, 0);
    await setTimeout(500 + Math.random() * 1_500);
    server.process.kill('SIGKILL');
    await server.ended;
    await writers.stop();
    if (kills % 2 === 0) receiver.stop();
    server = await startServer(trial, environment);
    if (kills % 2 === 0) receiver.start();
    kills += 1;
  }

  const everything = ['--limit', '1000000'];
  const deliveries = () =>
    operator<Row[]>(trial, environment, 'webhook', 'deliveries', ...org, created.id, ...everything);
  const entries = ['audit', 'list', ...org, ...everything];
  const audit = await operator<{ operation: string }[]>(trial, environment, ...entries);
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
