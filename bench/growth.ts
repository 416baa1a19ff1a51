/**
 * The cost of a request as the stored data grows, over HTTP, one request at a time. Two requests alternate (A, B, A, B …),
 * so that other load on the machine affects both equally.
 */
import postgres from 'postgres';
import { Client } from 'undici';
import { writeCursor } from '../src/core/rest/cursor.ts';
import { Figures, isQuick, unlimited, withDatabase } from './bench.ts';
import { clientOf, fill, tokenOf } from './requests/fixture.ts';
import { startServer } from './requests/processes.ts';
import { median } from './statistics.ts';

/** Organizations, activities of one client, and deleted clients; organization 0 has ten times as many clients. */
const many = isQuick ? 10_000 : 100_000;
const rounds = isQuick ? 3 : 15;
const pairsPerRound = 100;

/** The nth id of the rows that are added. */
const id = (n: number) => `${idPrefix}${n.toString(16).padStart(12, '0')}`;
const idPrefix = '01980000-0000-7000-8000-';

/** Adds rows to the first four organizations; returns their ids. */
async function grow(url: string): Promise<readonly string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const organizations = await sql<{ id: string }[]>`select id from organizations order by id limit 4`;
  const ids = organizations.map(({ id }) => id);
  const [large = '', few = '', busy = '', deleted = ''] = ids;
  const rows = (count: number) => sql`
    (select (${idPrefix}::text || lpad(to_hex(n), 12, '0'))::uuid as id, n from generate_series(1, ${count}::int) as n) as rows`;
  // Triggers would take most of the time and change nothing here.
  await sql`set session_replication_role = replica`;
  for (const [to, count] of Object.entries({ [large]: 10 * many, [few]: 1_000, [deleted]: many + 2_000 }))
    await sql`insert into clients (organization_id, id, name, domain)
      select ${to}, id, 'Client ' || n, n || '.example' from ${rows(count)}`;
  await sql`update clients set deleted_at = now()
    where organization_id = ${deleted} and id > ${id(1_000)} and id <= ${id(many + 1_000)}`;
  await sql`insert into activities (organization_id, id, client_id, type, source, source_id, subject, content, occurred_at,
      participants, immutable)
    select ${busy}, id, ${clientOf(2)}, 'email', 'gmail', n, 'Subject', repeat(md5(n::text) || ' ', 30),
      timestamptz '2020-01-01Z' + n * interval '1 minute', '{}', true from ${rows(many + 1_000)}`;
  await sql`vacuum analyze`;
  await sql.end();
  return ids;
}

/** Measures how long it takes until the whole answer is there. */
async function timed(client: Client, organization: number, path: string): Promise<number> {
  const startedAt = performance.now();
  const headers = { authorization: `Bearer ${tokenOf(organization)}` };
  const { statusCode, body } = await client.request({ method: 'GET', path: `/v1/clients${path}`, headers });
  const text = await body.text();
  const ms = performance.now() - startedAt;
  const { data } = JSON.parse(text);
  if (statusCode !== 200 || (data.length ?? 20) !== 20) throw new Error(`${path}: ${statusCode} ${text}`);
  return ms;
}

async function measure(one: Client, all: Client, organizationIds: readonly string[]): Promise<void> {
  const [large = '', , busy = '', deleted = ''] = organizationIds;
  const get =
    (organization: number, path = '') =>
    () =>
      timed(all, organization, path);
  const after = (organizationId: string, n: number) =>
    `?cursor=${writeCursor(['clients', organizationId], [id(n)])}`;
  const ofOne = () => timed(one, 0, `/${clientOf(0)}`);
  const spread = (n: number) => (n * many) / pairsPerRound;
  const ofMany = (n: number) => timed(all, spread(n), `/${clientOf(spread(n))}`);
  const activities = `/${clientOf(2)}/activities`;
  const position = [many, '2020-01-01T16:40:00.000Z', id(1_000)];
  const deep = `${activities}?cursor=${writeCursor(['activities', busy, clientOf(2), ''], position)}`;
  const comparisons: [string, number, (n: number) => Promise<number>, (n: number) => Promise<number>][] = [
    [`a client of 1 organization (A), of ${many} (B)`, 1.2, ofOne, ofMany],
    [`first page of 1,000 clients (A), of ${10 * many} (B)`, 1.1, get(1), get(0)],
    ['first page of clients (A), last page (B)', 1.2, get(0), get(0, after(large, 10 * many - 20))],
    [`first page of clients (A), page across ${many} deleted (B)`, 1.2, get(3), get(3, after(deleted, 990))],
    [`first page of activities (A), page ${many} deep (B)`, 1.5, get(2, activities), get(2, deep)],
  ];
  const figures = new Figures();
  for (const [row, , a, b] of comparisons) {
    for (let round = 0; round <= rounds; round += 1) {
      const ms = { a: [] as number[], b: [] as number[] };
      for (let n = 0; n < pairsPerRound; n += 1) {
        ms.a.push(await a(n));
        ms.b.push(await b(n));
      }
      if (round === 0) continue; // It warms up.
      figures.add(row, 'A, ms', median(ms.a));
      figures.add(row, 'B, ms', median(ms.b));
    }
  }
  figures.report(comparisons.map(([row, atMost]) => ({ row, column: 'B, ms', to: 'A, ms', atMost })));
}

await withDatabase((oneUrl) =>
  withDatabase(async (manyUrl) => {
    await fill(oneUrl, 1);
    await fill(manyUrl, many);
    const ids = await grow(manyUrl);
    const start = async (url: string) => new Client((await startServer(url, unlimited)).url);
    await measure(await start(oneUrl), await start(manyUrl), ids);
  }),
);
