/**
 * Messages per second of the first sync of a mailbox on Dovecot, with the worker's memory; then the time until a new
 * message is among the activities of its client, and until the client's cards are computed from it.
 *
 * `npm run bench:connections`, with `-- --quick` for 1,000 messages instead of 10,000, and `-- FILE.mbox` for real mail
 * among them. Linux only; needs Dovecot. `DATABASE_URL` names any database of the server to use; a database of its own is
 * made there, and dropped.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { splitMbox } from '../src/activities/import/mbox.ts';
import { createRule } from '../src/clients/assignment-rules.ts';
import { createClient } from '../src/clients/queries.ts';
import { processEnvironment } from '../src/config.ts';
import { createConnection, listConnections } from '../src/connections/queries.ts';
import { openPostgres } from '../src/core/db/database.ts';
import { TenantDb } from '../src/core/db/tenant.ts';
import { createOrganization } from '../src/organization/queries.ts';
import { createToken } from '../src/tokens/queries.ts';
import { closeFile } from '../test/support/cleanup.ts';
import { connectionServices, secretKey } from '../test/support/connections.ts';
import { password, startDovecot } from '../test/support/dovecot.ts';
import { emptyDatabase } from '../test/support/empty-database.ts';
import { mail } from '../test/support/mail.ts';
import { statusMegabytes } from './requests/processes.ts';
import { median } from './statistics.ts';

const words = process.argv.slice(2);
const total = words.includes('--quick') ? 1_000 : 10_000;
const mbox = words.find((word) => word.endsWith('.mbox'));
const arrivals = 10;
const clientCount = 40;
const pollMs = 20;
const patienceMs = 600_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const server = processEnvironment.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Real mail from the file, and made ones up to the total: four of five concern a client. */
async function messages(): Promise<string[]> {
  const mails: string[] = [];
  if (mbox !== undefined)
    for await (const message of splitMbox(mbox, 25 * 1_024 * 1_024))
      if (message !== 'outside' && mails.length < total) mails.push(message.raw.bytes.toString('latin1'));
  say(`${mails.length} real messages, ${total - mails.length} made`);
  const start = Date.now() - 300 * 86_400_000;
  for (let index = mails.length; index < total; index++) {
    const domain = index % 5 === 0 ? `other-${index % 97}.example` : `client-${index % clientCount}.example`;
    const date = new Date(start + index * 600_000).toUTCString();
    mails.push(
      mail({ from: `pat@${domain}`, date, body: 'Thank you, the delivery was on time.\r\n'.repeat(40) }),
    );
  }
  return mails;
}

function run(program: string, environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [`build/programs/${program}.js`], {
    cwd: root,
    env: { PATH: processEnvironment.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A full pipe would stop it.
  child.stdout?.on('data', () => {});
  return child;
}

/** Waits until `look` returns something, and returns it with the milliseconds that it took. */
async function until<T>(look: () => Promise<T | undefined>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  while (performance.now() - start < patienceMs) {
    const value = await look();
    if (value !== undefined) return { value, ms: performance.now() - start };
    await setTimeout(pollMs);
  }
  throw new Error('It took too long.');
}

const { url, drop } = await emptyDatabase(server);
const database = openPostgres(url, { maxConnections: 4 });
await database.migrate();
const { id: organizationId } = await createOrganization(database.db, { name: 'Bench', slug: 'bench' });
const db = new TenantDb(database.db, organizationId);
const clients = [];
for (let index = 0; index < clientCount; index++) {
  const domain = `client-${index}.example`;
  clients.push(await createClient(db, { name: `Client ${index}`, domain }));
  await createRule(db, { integration: 'imap', domain });
}
if (mbox !== undefined) await createRule(db, { integration: 'imap', domain: 'gmail.com' });
const { token } = await createToken(db, { userId: null, permissions: [], name: null, expiresAt: null });

const dovecot = await startDovecot();
dovecot.deliverAll('pat', await messages());
const settings = {
  host: '127.0.0.1',
  port: dovecot.ports.implicit,
  tls: 'implicit' as const,
  user: 'pat',
  mailboxes: null,
  since: '2000-01-01T00:00:00.000Z',
  ca: dovecot.ca,
};
const connection = {
  type: 'imap' as const,
  integration: 'imap',
  settings,
  keep: 'clients' as const,
  allowPrivate: true,
};
await createConnection(db, connection, JSON.stringify({ password }), connectionServices(database).secrets);

const limits = { RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000', RATE_LIMIT_ENDPOINT_PER_MINUTE: '1000000' };
const environment = { DATABASE_URL: url, SECRETS_KEY: secretKey.toString('base64'), ...limits };
const api = run('server', { ...environment, PORT: '0', WORKER: 'false' });
const [ready] = await once(api.stdout ?? api, 'data');
const [origin = ''] = /http:\/\/[\d.:]+/.exec(String(ready)) ?? [];
const Activities = z.object({ data: z.array(z.object({ subject: z.string() })) });
const Cards = z.array(z.object({ result: z.object({ computedAt: z.string().nullable() }) }));
const Dashboard = z.object({ data: z.object({ cards: Cards }) });
async function read<T>(schema: z.ZodType<T>, path: string): Promise<T> {
  const answer = await fetch(`${origin}/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
  return schema.parse(await answer.json());
}

const worker = run('worker', environment);
await once(worker.stdout ?? worker, 'data');
const synced = await until(async () => {
  const [status] = await listConnections(db, { limit: 1 });
  return status?.state === 'idle' ? status : undefined;
});
const { seen, recorded, skipped } = synced.value;
const memory = worker.pid === undefined ? 0 : statusMegabytes(worker.pid, 'VmHWM');
say(
  `first sync: ${seen} messages in ${(synced.ms / 1_000).toFixed(1)} s (${Math.round(seen / (synced.ms / 1_000))}/s), ` +
    `${recorded} recorded, ${skipped} skipped; the worker took at most ${Math.round(memory)} MB`,
);

const shown: number[] = [];
const computed: number[] = [];
const [client] = clients;
for (let arrival = 0; arrival < arrivals && client; arrival++) {
  const subject = `Arrival ${arrival}`;
  const date = new Date().toUTCString();
  const start = performance.now();
  dovecot.deliver(
    'pat',
    mail({ subject, from: 'pat@client-0.example', date, body: 'We love it, thank you!' }),
  );
  const isShown = await until(async () => {
    const {
      data: [latest],
    } = await read(Activities, `clients/${client.id}/activities?limit=1`);
    return latest?.subject === subject ? new Date().toISOString() : undefined;
  });
  shown.push(performance.now() - start);
  await until(async () => {
    const { data } = await read(Dashboard, `clients/${client.id}/dashboards/default`);
    const at = data.cards[0]?.result.computedAt ?? null;
    return at !== null && at >= isShown.value ? at : undefined;
  });
  computed.push(performance.now() - start);
}
const seconds = (times: readonly number[]) =>
  `${(median(times) / 1_000).toFixed(2)} s (median), ${(Math.max(...times) / 1_000).toFixed(2)} s (longest of ${times.length})`;
say(`new message to its client's activities: ${seconds(shown)}`);
say(`new message to its client's cards: ${seconds(computed)}`);

for (const child of [api, worker]) {
  child.kill();
  await once(child, 'exit');
}
await closeFile();
await database.close();
await drop();
