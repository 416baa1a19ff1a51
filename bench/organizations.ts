/**
 * Simulates 50,000 organizations of very different sizes, one of which has a tenth of all data and makes a tenth of all
 * requests: one server and one worker on PostgreSQL and Redis, requests at a fixed rate that grows in steps until more
 * than one in a hundred fails, and activities that arrive meanwhile. Prints for each rate how long the other
 * organizations wait, beside their wait without the requests of the large one, the backlog of the worker and the memory
 * of each process, and at the end the size of the tables and what autovacuum did.
 *
 * `npm run bench:organizations`, with `-- --minutes 10` and `-- --activities 1500000` unless others are given.
 * `DATABASE_URL` names any database of the server to use, as a superuser; a database of its own is made there, and
 * dropped. `REDIS_URL` names the Redis to use. PostgreSQL and Redis run on this machine, which is Linux.
 */
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { Pool } from 'undici';
import { recordActivities } from '../src/activities/record.ts';
import { processEnvironment } from '../src/config.ts';
import { openPostgres } from '../src/core/db/database.ts';
import { TenantDb } from '../src/core/db/tenant.ts';
import { emptyDatabase } from '../test/support/empty-database.ts';
import { type Book, clientOf, domainOf, fillOrganizations, organizationOf } from './organizations/fill.ts';
import { tokenOf } from './requests/fixture.ts';
import {
  busySeconds,
  megabytesOf,
  processorSeconds,
  processorSecondsOf,
  startServer,
} from './requests/processes.ts';
import { quantile, table } from './statistics.ts';

const { values: given } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    activities: { type: 'string', default: '1500000' },
  },
});
const rates = [100, 200, 400, 800, 1_200, 1_600, 2_000, 2_500, 3_000, 3_500];
const secondsPerRate = (Number(given.minutes) * 60) / rates.length;
const arrivalsPerRequest = 0.05;
const largeShare = 0.1;
const tickMs = 10;

const server = processEnvironment.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const redis = processEnvironment.REDIS_URL ?? 'redis://127.0.0.1:6379';
const say = (line: string) => process.stderr.write(`${(performance.now() / 1_000).toFixed(0)} s: ${line}\n`);

/** An organization other than the large one, the bigger the more often. */
const otherOrganization = ({ sizes }: Book) => 1 + Math.floor((sizes.length - 1) * Math.random() ** 2);

const nextOrganization = (book: Book) => (Math.random() < largeShare ? 0 : otherOrganization(book));

const nextClient = ({ sizes }: Book, organization: number) =>
  Math.floor(Math.random() * (sizes[organization]?.clients ?? 1));

/** The calls, each up to a part of the requests. */
const mix: readonly [upTo: number, path: (clientId: string) => string, body?: () => object][] = [
  [0.35, (id) => `/v1/clients/${id}`],
  [0.55, () => '/v1/clients'],
  [0.75, (id) => `/v1/clients/${id}/activities`],
  [0.85, (id) => `/v1/clients/${id}/dashboards/default`],
  [0.9, () => '/v1/organization'],
  [1, (id) => `/v1/clients/${id}`, () => ({ name: `Renamed ${Math.random()}` })],
];

function nextRequest() {
  const at = Math.random();
  return mix.find(([upTo]) => at < upTo);
}

/** The measurements at one rate. */
interface Step {
  readonly rate: number;
  readonly others: number[];
  readonly large: number[];
  answered: number;
  failed: number;
  arrived: number;
}

/** Makes one request; the time counts from when it was due, also if this process is late. */
async function request(
  pool: Pool,
  book: Book,
  organization: number,
  step: Step,
  dueAt: number,
): Promise<void> {
  const [, path, body] = nextRequest() ?? [];
  const clientId = clientOf(organization, nextClient(book, organization));
  try {
    const answer = await pool.request({
      method: body ? 'PUT' : 'GET',
      path: path?.(clientId) ?? '/',
      headers: {
        authorization: `Bearer ${tokenOf(organization)}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body()) }),
    });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}`);
    step.answered += 1;
    (organization === 0 ? step.large : step.others).push(performance.now() - dueAt);
  } catch {
    step.failed += 1;
  }
}

/** Records one activity, as an integration does. */
async function arrive(
  database: ReturnType<typeof openPostgres>,
  book: Book,
  organization: number,
  step: Step,
): Promise<void> {
  const client = nextClient(book, organization);
  const text = book.texts[client % book.texts.length] ?? { subject: '', content: '' };
  const activity = {
    ...text,
    sourceId: `${Math.random()}`,
    type: 'email' as const,
    occurredAt: new Date().toISOString(),
    participants: [`pat@${domainOf(client)}`, 'ann@home.example'],
    archivedAt: null,
  };
  try {
    await recordActivities(new TenantDb(database.db, organizationOf(organization)), 'gmail', [activity]);
    step.arrived += 1;
  } catch {
    step.failed += 1;
  }
}

/** Starts as many requests and arrivals as are due at each tick, whether or not earlier ones were answered. */
async function runStep(rate: number, seconds: number, start: (step: Step, dueAt: number) => Promise<void>[]) {
  const step: Step = { rate, others: [], large: [], answered: 0, failed: 0, arrived: 0 };
  const running = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let made = 0; made < rate * seconds; ) {
    const due = Math.min(rate * seconds, ((performance.now() - startedAt) / 1_000) * rate);
    for (; made < due; made++) {
      for (const work of start(step, startedAt + (made / rate) * 1_000)) {
        const finished = work.finally(() => running.delete(finished));
        running.add(finished);
      }
    }
    await setTimeout(tickMs);
  }
  await Promise.all(running);
  return step;
}

const { url, drop } = await emptyDatabase(server);
const database = openPostgres(url, { maxConnections: 4 });
const sql = postgres(url, { max: 1, onnotice: () => {} });
const stops: (() => unknown)[] = [];

/** The worker's backlog: clients whose cards are due, and for how long the first has been. */
async function backlog() {
  const [row] = await sql<{ due: string; oldest: string }[]>`select count(*) as due,
      coalesce(extract(epoch from now() - min(due_at)), 0)::int::text as oldest
    from insight_jobs where due_at <= now()`;
  return [row?.due ?? '', row?.oldest ?? ''];
}

/** Size of each table, and what autovacuum did. */
const tables = () => sql<
  { name: string; rows: string; table_mb: string; index_mb: string; vacuums: string; dead: string }[]
>`
  select relname as name, n_live_tup as rows, pg_table_size(relid) / 1048576 as table_mb,
    pg_indexes_size(relid) / 1048576 as index_mb, n_dead_tup as dead,
    case current_setting('autovacuum') when 'on' then autovacuum_count::text else 'off' end as vacuums
  from pg_stat_user_tables where n_live_tup > 1000 and schemaname = 'public' order by relname`;

try {
  await database.migrate();
  const book = await fillOrganizations(sql, Number(given.activities), say);
  const before = await tables();
  const [autovacuum] = await sql<{ setting: string }[]>`
    select setting from pg_settings where name = 'autovacuum'`;
  if (autovacuum?.setting !== 'on') say('autovacuum is off in this PostgreSQL: its cost is not measured');
  const environment = {
    DATABASE_URL: url,
    REDIS_URL: redis,
    RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000',
    RATE_LIMIT_ENDPOINT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
  };
  const api = await startServer('build/programs/server.js', environment);
  stops.push(() => api.stop());
  const worker = await startServer('build/programs/worker.js', environment, 'METRICS_PORT');
  stops.push(() => worker.stop());
  const pool = new Pool(api.url, { connections: 256, pipelining: 1 });
  stops.push(() => pool.destroy());
  const from = (next: (book: Book) => number) => (step: Step, dueAt: number) => [
    request(pool, book, next(book), step, dueAt),
    ...(Math.random() < arrivalsPerRequest ? [arrive(database, book, next(book), step)] : []),
  ];
  /** The seconds of processor time that programs other than these have used; PostgreSQL and Redis count as these. */
  const usedByOthers = () =>
    busySeconds() -
    [api.pid, worker.pid, process.pid].reduce((sum, pid) => sum + processorSeconds(pid), 0) -
    processorSecondsOf('postgres') -
    processorSecondsOf('redis-server');
  await runStep(rates[0] ?? 0, 5, from(nextOrganization));
  const rows = [];
  for (const rate of rates) {
    const [startedAt, othersBefore] = [performance.now(), usedByOthers()];
    // The same requests of the others, with those of the large one and without.
    const alone = await runStep(rate * (1 - largeShare), secondsPerRate / 2, from(otherOrganization));
    const step = await runStep(rate, secondsPerRate / 2, from(nextOrganization));
    const elapsed = (performance.now() - startedAt) / 1_000;
    const busyElsewhere = (usedByOthers() - othersBefore) / elapsed / availableParallelism();
    const ms = (times: number[], part: number) => quantile(times, part).toFixed(0);
    const memory = [
      api.residentMegabytes(),
      worker.residentMegabytes(),
      megabytesOf('postgres'),
      megabytesOf('redis-server'),
    ];
    rows.push([
      `${rate}`,
      ms(step.others, 0.5),
      ms(alone.others, 0.99),
      ms(step.others, 0.99),
      ms(step.large, 0.99),
      `${alone.failed + step.failed}`,
      ((alone.arrived + step.arrived) / elapsed).toFixed(1),
      ...(await backlog()),
      ...memory.map((megabytes) => megabytes.toFixed(0)),
      `${(Math.max(busyElsewhere, 0) * 100).toFixed(0)}%`,
    ]);
    say(`${rate}/s: ${rows.at(-1)?.join(' ')}`);
    // Beyond the knee, requests wait behind those of the rate before.
    if (alone.failed + step.failed > step.answered / 100) break;
  }
  const head = [
    'requests/s',
    'p50 ms',
    'p99 alone',
    'p99',
    'p99 large',
    'failed',
    'arrivals/s',
    'due',
    'oldest s',
    'server MB',
    'worker MB',
    'PostgreSQL MB',
    'Redis MB',
    'busy elsewhere',
  ];
  process.stdout.write(`${table([head, ...rows])}\n`);
  const sizes = (await tables()).map((now) => {
    const was = before.find(({ name }) => name === now.name);
    return [now.name, now.rows, now.table_mb, was?.index_mb ?? '', now.index_mb, now.dead, now.vacuums].map(
      String,
    );
  });
  process.stdout.write(
    table([['table', 'rows', 'MB', 'indexes before', 'after', 'dead rows', 'autovacuums'], ...sizes]),
  );
} finally {
  for (const stop of stops.reverse()) await stop();
  await Promise.all([sql.end(), database.close()]);
  await drop();
}
