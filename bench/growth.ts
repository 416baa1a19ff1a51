/**
 * Measures how the cost of a request grows with the stored data: over HTTP, one request at a time, from a server process
 * as in production, on PostgreSQL and Redis. Two requests alternate (A, B, A, B …), so that other load on the machine
 * affects both equally. Ends with 1 when a median ratio is above its bound.
 *
 * `npm run bench:growth`, with `-- --quick` for a short run on less data that only reports, and `-- --json` for one JSON document.
 * `DATABASE_URL` names any database of the server to use, as a superuser; databases of its own are made there, and
 * dropped. `REDIS_URL` names the Redis to use.
 */
import postgres from 'postgres';
import { Client } from 'undici';
import { processEnvironment } from '../src/config.ts';
import { openPostgres } from '../src/core/db/database.ts';
import { idCursor, writeCursor } from '../src/core/rest/cursor.ts';
import { generateToken, hashToken } from '../src/tokens/token.ts';
import { emptyDatabase } from '../test/support/empty-database.ts';
import { type Server, startServer } from './requests/processes.ts';
import { median, rounded, table } from './statistics.ts';

const isQuick = process.argv.includes('--quick');
const isJson = process.argv.includes('--json');
const sizes = isQuick
  ? { clients: 100_000, deep: 10_000, deleted: 10_000, organizations: [1, 1_000, 10_000] as const }
  : { clients: 1_000_000, deep: 100_000, deleted: 100_000, organizations: [1, 10_000, 100_000] as const };
const rounds = isQuick ? 3 : 15;
const pairsPerRound = isQuick ? 50 : 100;
const checkedPairs = 20;
const readOrganizations = 100;
const warmUps = isQuick ? 500 : 2_000;
const limit = 20;

const server = processEnvironment.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const redis = processEnvironment.REDIS_URL ?? 'redis://127.0.0.1:6379';
const say = (line: string) => process.stderr.write(`${line}\n`);

/** The nth id of a table, in order of creation. */
const id = (n: number) => {
  const text = `${(1_750_000_000_000 + n).toString(16).padStart(12, '0')}70008000${n.toString(16).padStart(12, '0')}`;
  return text.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
};
const idInSql = `create function pg_temp.id(n bigint) returns uuid language sql immutable as
  $$ select (lpad(to_hex(1750000000000 + n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid $$`;

/** The activities of the busy client are one a minute, of two types in turn. */
const activityCount = 2 * (sizes.deep + 1_000);
const occurredAt = (n: number) => new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString();

/** Ids of the organizations that are measured one by one; the others are numbered from 1. */
const special = {
  large: id(1_000_001),
  thousand: id(1_000_002),
  busy: id(1_000_003),
  deleted: id(1_000_004),
};

/** A database of its own and a server on it. */
interface Bench {
  readonly client: Client;
  readonly sql: postgres.Sql;
  /** New tokens of an organization. */
  tokens(organizationId: string, count: number): Promise<string[]>;
  start(): Promise<void>;
  close(): Promise<void>;
}

async function openBench(organizations: number): Promise<Bench> {
  const { url, drop } = await emptyDatabase(server);
  const database = openPostgres(url);
  await database.migrate();
  await database.close();
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  let running: Server | undefined;
  let client: Client | undefined;
  // Without the checks and triggers, which would take most of the time and change nothing here.
  await sql`set session_replication_role = replica`;
  await sql.unsafe(idInSql);
  await sql`insert into organizations (id, name, slug)
    select pg_temp.id(n), 'Organization', 'org-' || n from generate_series(1, ${organizations}::int) n`;
  await sql`insert into tokens (organization_id, id, raw_hash)
    select pg_temp.id(n), pg_temp.id(n), sha256(n::text::bytea) from generate_series(1, ${organizations}::int) n`;
  await sql`insert into clients (organization_id, id, name, domain)
    select pg_temp.id(n), pg_temp.id(n * 10 + m), 'Client ' || m, m || '.example'
    from generate_series(1, 3) m, generate_series(1, ${organizations}::int) n`;
  return {
    get client() {
      if (!client) throw new Error('The server has not been started.');
      return client;
    },
    sql,
    async tokens(organizationId, count) {
      const tokens = Array.from({ length: count }, generateToken);
      const hashes = [];
      for (const token of tokens) hashes.push(await hashToken(token));
      await sql`insert into tokens (organization_id, id, raw_hash)
        select ${organizationId}, gen_random_uuid(), decode(unnest(${hashes}::text[]), 'hex')`;
      return tokens;
    },
    async start() {
      await sql`vacuum analyze`;
      running = await startServer('build/programs/server.js', {
        DATABASE_URL: url,
        REDIS_URL: redis,
        RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000',
        RATE_LIMIT_ENDPOINT_PER_MINUTE: '1000000',
      });
      client = new Client(running.url, { pipelining: 1 });
    },
    async close() {
      await client?.close();
      await running?.stop();
      await sql.end();
      await drop();
    },
  };
}

/** The million clients, the many activities, and the clients and users with many deleted ones among them. */
async function fillSpecial({ sql }: Bench): Promise<void> {
  const clients = (organizationId: string, count: number) =>
    sql`insert into clients (organization_id, id, name, domain)
      select ${organizationId}, pg_temp.id(n), 'Client ' || lpad(n::text, 7, '0'), lpad(n::text, 7, '0') || '.example'
      from generate_series(1, ${count}::int) n`;
  for (const [name, organizationId] of Object.entries(special))
    await sql`insert into organizations (id, name, slug) values (${organizationId}, 'Organization', ${name})`;
  await clients(special.large, sizes.clients);
  await clients(special.thousand, 1_000);
  await clients(special.busy, 1);
  await clients(special.deleted, 2_000 + sizes.deleted);
  await sql`insert into users (organization_id, id, first_name, last_name, email)
    select ${special.deleted}, pg_temp.id(n), 'Ann', 'Okafor', lpad(n::text, 7, '0') || '@home.example'
    from generate_series(1, ${2_000 + sizes.deleted}::int) n`;
  for (const table of ['clients', 'users'])
    await sql`update ${sql(table)} set deleted_at = now()
      where organization_id = ${special.deleted} and id > ${id(1_000)} and id <= ${id(1_000 + sizes.deleted)}`;
  await sql`insert into activities (organization_id, id, client_id, type, source, source_id, subject, content, occurred_at,
      participants, immutable)
    select ${special.busy}, pg_temp.id(n), ${id(1)}, case n % 2 when 0 then 'email' else 'call' end, 'gmail',
      '<' || md5(n::text) || '@mail.example>', 'Subject', repeat(md5(n::text) || ' ', 30),
      timestamptz '2020-01-01Z' + n * interval '1 minute', array['pat@globex.example', 'ann@home.example'], true
    from generate_series(1, ${activityCount}::int) n`;
}

interface Request {
  readonly bench: Bench;
  readonly token: string;
  readonly path: string;
}

/** Milliseconds until the whole answer is there. */
async function timed({ bench, token, path }: Request): Promise<{ ms: number; text: string }> {
  const startedAt = performance.now();
  const answer = await bench.client.request({
    method: 'GET',
    path,
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.body.text();
  const ms = performance.now() - startedAt;
  if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}: ${text}`);
  return { ms, text };
}

interface Figures {
  comparison: string;
  aMs: number;
  bMs: number;
  ratio: number;
  lowest: number;
  highest: number;
  bound: number | null;
}

/**
 * Measures how much longer B takes than A, as a ratio of medians.
 * @param pair the nth two requests; lists must give whole pages
 */
async function compare(
  comparison: string,
  bound: number | null,
  pair: (n: number) => readonly [Request, Request],
): Promise<Figures> {
  let n = 0;
  while (n < checkedPairs) {
    for (const request of pair(n++)) {
      const { data } = JSON.parse((await timed(request)).text);
      if (Array.isArray(data) && data.length !== limit)
        throw new Error(`${request.path} gave ${data.length} records.`);
    }
  }
  const medians: { a: number; b: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const seen = { a: [] as number[], b: [] as number[] };
    for (let count = 0; count < pairsPerRound; count++) {
      const [a, b] = pair(n++);
      seen.a.push((await timed(a)).ms);
      seen.b.push((await timed(b)).ms);
    }
    medians.push({ a: median(seen.a), b: median(seen.b) });
  }
  const ratios = medians.map(({ a, b }) => b / a);
  const figures = {
    comparison,
    aMs: rounded(median(medians.map(({ a }) => a)), 3),
    bMs: rounded(median(medians.map(({ b }) => b)), 3),
    ratio: rounded(median(ratios), 3),
    lowest: rounded(Math.min(...ratios), 3),
    highest: rounded(Math.max(...ratios), 3),
    bound,
  };
  say(`${comparison}: ${figures.aMs} ms and ${figures.bMs} ms`);
  return figures;
}

/** Reads of a client each, of organizations from all over the database in turn. */
async function readsIn(bench: Bench, organizations: number): Promise<(n: number) => Request> {
  const requests: Request[] = [];
  for (let count = 0; count < readOrganizations; count++) {
    const n = 1 + Math.floor((count * organizations) / readOrganizations);
    const [token = ''] = await bench.tokens(id(n), 1);
    requests.push({ bench, token, path: `/v1/clients/${id(n * 10 + 2)}` });
  }
  return (n) => {
    const request = requests[n % requests.length];
    if (!request) throw new Error('There is nothing to read.');
    return request;
  };
}

async function measure(benches: readonly Bench[]): Promise<Figures[]> {
  const number = (value: number) => value.toLocaleString('en-US');
  const always = (a: Request, b: Request) => () => [a, b] as const;

  const [one, many, most] = benches;
  if (!one || !many || !most) throw new Error('Three databases are compared.');
  const [oneCount, manyCount, mostCount] = sizes.organizations;
  const inOne = await readsIn(one, oneCount);
  const inMany = await readsIn(many, manyCount);
  const inMost = await readsIn(most, mostCount);
  for (let n = 0; n < warmUps; n++) for (const read of [inOne, inMany, inMost]) await timed(read(n));
  const unseen = await most.tokens(id(mostCount), checkedPairs + rounds * pairsPerRound);
  const results = [
    await compare(`a client: of ${number(manyCount)} organizations to of 1`, 1.2, (n) => [
      inOne(n),
      inMany(n),
    ]),
    await compare(`a client: of ${number(mostCount)} organizations to of 1`, 1.2, (n) => [
      inOne(n),
      inMost(n),
    ]),
    await compare('a client: by a remembered token to by one not seen before', null, (n) => {
      const request = { bench: most, token: unseen[n] ?? '', path: `/v1/clients/${id(mostCount * 10 + 2)}` };
      return [request, request];
    }),
  ];

  const tokens = { large: '', thousand: '', busy: '', deleted: '' };
  for (const who of ['large', 'thousand', 'busy', 'deleted'] as const)
    [tokens[who] = ''] = await most.tokens(special[who], 1);
  const get = (who: keyof typeof tokens, path: string): Request => ({
    bench: most,
    token: tokens[who],
    path,
  });
  const clientsAfter = (organizationId: string, n: number) =>
    `/v1/clients?cursor=${idCursor('clients').write({ organizationId }, id(n))}`;
  const usersAfter = (n: number) =>
    `/v1/users?cursor=${idCursor('users').write({ organizationId: special.deleted }, id(n))}`;
  const activities = `/v1/clients/${id(1)}/activities`;
  const activitiesAfter = (type: string, last: number) => {
    const scope = ['activities', special.busy, id(1), type];
    return `cursor=${writeCursor(scope, [sizes.deep, occurredAt(last), id(last)])}`;
  };

  const first = get('large', '/v1/clients');
  results.push(
    await compare(
      `clients, first page: of ${number(sizes.clients)} to of 1,000`,
      1.1,
      always(get('thousand', '/v1/clients'), first),
    ),
    await compare(
      `clients, ${number(sizes.clients)}: last page to first`,
      1.2,
      always(first, get('large', clientsAfter(special.large, sizes.clients - limit))),
    ),
    await compare(
      `clients: page across ${number(sizes.deleted)} deleted to first`,
      1.2,
      always(get('deleted', '/v1/clients'), get('deleted', clientsAfter(special.deleted, 990))),
    ),
    await compare(
      `users: page across ${number(sizes.deleted)} deleted to first`,
      1.2,
      always(get('deleted', '/v1/users'), get('deleted', usersAfter(990))),
    ),
    await compare(
      `activities: page ${number(sizes.deep)} deep to first`,
      1.5,
      always(
        get('busy', activities),
        get('busy', `${activities}?${activitiesAfter('', activityCount - sizes.deep)}`),
      ),
    ),
    await compare(
      `activities of a type: page ${number(sizes.deep)} deep to first`,
      1.5,
      always(
        get('busy', `${activities}?type=email`),
        get('busy', `${activities}?type=email&${activitiesAfter('email', activityCount - 2 * sizes.deep)}`),
      ),
    ),
  );
  return results;
}

const rowsOf = (results: readonly Figures[]) => [
  ['B to A', 'A ms', 'B ms', 'ratio', 'lowest', 'highest', 'bound'],
  ...results.map((result) => [
    result.comparison,
    ...[result.aMs, result.bMs, result.ratio, result.lowest, result.highest].map((value) => value.toFixed(2)),
    result.bound?.toFixed(1) ?? '',
  ]),
];

const benches: Bench[] = [];
try {
  for (const count of sizes.organizations) benches.push(await openBench(count));
  say('filling');
  const last = benches.at(-1);
  if (last) await fillSpecial(last);
  for (const bench of benches) await bench.start();
  const results = await measure(benches);
  const what = { quick: isQuick, ...sizes, activities: activityCount, rounds, pairsPerRound };
  process.stdout.write(
    isJson
      ? `${JSON.stringify({ ...what, results })}\n`
      : `${rounds} rounds of ${pairsPerRound} pairs${isQuick ? '; quick, with a tenth of the data' : ''}\n${table(rowsOf(results))}`,
  );
  // On less data and a busy machine, a ratio says too little to fail a build.
  if (!isQuick && results.some(({ ratio, bound }) => bound !== null && ratio > bound)) process.exitCode = 1;
} finally {
  for (const bench of benches) await bench.close();
}
