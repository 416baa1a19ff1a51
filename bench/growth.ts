/**
 * The cost of a request as the stored data grows, over HTTP, one request at a time. Two requests alternate (A, B, A, B …),
 * so that other load on the machine affects both equally.
 */
import postgres from 'postgres';
import { Client } from 'undici';
import { idCursor, writeCursor } from '../src/core/rest/cursor.ts';
import { Figures, isQuick, type Ratio, unlimited, withDatabase } from './bench.ts';
import { clientOf, fill, tokenOf } from './requests/fixture.ts';
import { startServer } from './requests/processes.ts';
import { median } from './statistics.ts';

const many = isQuick ? 10_000 : 100_000;
const rounds = isQuick ? 3 : 15;
const pairsPerRound = isQuick ? 50 : 100;
const limit = 20;

/** The nth id of the rows that are added. */
const idPrefix = '01980000-0000-7000-8000-';
const id = (n: number) => `${idPrefix}${n.toString(16).padStart(12, '0')}`;

/**
 * Gives four organizations more rows: ten times `many` clients, 1,000 clients, `many` activities of one client, and
 * `many` deleted clients among others. Returns their ids.
 */
async function grow(url: string): Promise<readonly string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const [large = '', thousand = '', busy = '', deleted = ''] = (
    await sql<{ id: string }[]>`select id from organizations order by id limit 4`
  ).map(({ id }) => id);
  const rows = (count: number) => sql`
    (select (${idPrefix}::text || lpad(to_hex(n), 12, '0'))::uuid as id, n from generate_series(1, ${count}::int) as n) as rows`;
  const addClients = (organization: string, count: number) => sql`
    insert into clients (organization_id, id, name, domain)
    select ${organization}, id, 'Client ' || n, n || '.example' from ${rows(count)}`;
  // Triggers would take most of the time and change nothing here.
  await sql`set session_replication_role = replica`;
  await addClients(large, 10 * many);
  await addClients(thousand, 1_000);
  await addClients(deleted, many + 2_000);
  await sql`update clients set deleted_at = now()
    where organization_id = ${deleted} and id > ${id(1_000)} and id <= ${id(many + 1_000)}`;
  await sql`
    insert into activities (organization_id, id, client_id, type, source, source_id, subject, content, occurred_at,
      participants, immutable)
    select ${busy}, id, ${clientOf(2)}, 'email', 'gmail', n, 'Subject', repeat(md5(n::text) || ' ', 30),
      timestamptz '2020-01-01Z' + n * interval '1 minute', array['pat@globex.example', 'ann@home.example'], true
    from ${rows(many + 1_000)}`;
  await sql`vacuum analyze`;
  await sql.end();
  return [large, thousand, busy, deleted];
}

/** Measures how long it takes until the whole answer is there. */
async function timed(client: Client, organization: number, path: string): Promise<number> {
  const startedAt = performance.now();
  const headers = { authorization: `Bearer ${tokenOf(organization)}` };
  const { statusCode, body } = await client.request({ method: 'GET', path, headers });
  const text = await body.text();
  const ms = performance.now() - startedAt;
  const { data } = JSON.parse(text);
  if (statusCode !== 200 || (Array.isArray(data) && data.length !== limit))
    throw new Error(`${path} was answered with ${statusCode}: ${text}`);
  return ms;
}

async function measure(one: Client, all: Client, ids: readonly string[]): Promise<void> {
  const figures = new Figures();
  const ratios: Ratio[] = [];
  async function compare(
    row: string,
    atMost: number,
    a: (n: number) => Promise<number>,
    b: (n: number) => Promise<number>,
  ) {
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const ms = { a: [] as number[], b: [] as number[] };
      for (let n = 0; n < pairsPerRound; n += 1) {
        ms.a.push(await a(n));
        ms.b.push(await b(n));
      }
      if (round === 0) continue;
      figures.add(row, 'A, ms', median(ms.a));
      figures.add(row, 'B, ms', median(ms.b));
    }
    ratios.push({ row, column: 'B, ms', to: 'A, ms', atMost });
  }

  const get = (organization: number, path: string) => () => timed(all, organization, `/v1/clients${path}`);
  const after = (organization: number, n: number) =>
    get(
      organization,
      `?cursor=${idCursor('clients').write({ organizationId: ids[organization] ?? '' }, id(n))}`,
    );
  const scope = ['activities', ids[2] ?? '', clientOf(2), ''];
  const occurredAt = new Date(Date.UTC(2020, 0, 1) + 1_000 * 60_000).toISOString();
  const deep = `/${clientOf(2)}/activities?cursor=${writeCursor(scope, [many, occurredAt, id(1_000)])}`;

  await compare(
    `a client: of ${many} organizations (B) to of 1 (A)`,
    1.2,
    () => timed(one, 0, `/v1/clients/${clientOf(0)}`),
    (n) => get((n * many) / pairsPerRound, `/${clientOf((n * many) / pairsPerRound)}`)(),
  );
  await compare(`clients, first page: of ${10 * many} (B) to of 1,000 (A)`, 1.1, get(1, ''), get(0, ''));
  await compare(
    `clients, ${10 * many}: last page (B) to first (A)`,
    1.2,
    get(0, ''),
    after(0, 10 * many - limit),
  );
  await compare(`clients: page across ${many} deleted (B) to first (A)`, 1.2, get(3, ''), after(3, 990));
  await compare(
    `activities: page ${many} deep (B) to first (A)`,
    1.5,
    get(2, `/${clientOf(2)}/activities`),
    get(2, deep),
  );
  figures.report(ratios);
}

await withDatabase((oneUrl) =>
  withDatabase(async (manyUrl) => {
    await fill(oneUrl, 1);
    await fill(manyUrl, many);
    const ids = await grow(manyUrl);
    const one = await startServer(oneUrl, unlimited);
    const all = await startServer(manyUrl, unlimited);
    await measure(new Client(one.url), new Client(all.url), ids);
  }),
);
