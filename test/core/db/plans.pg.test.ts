import { Placeholder } from 'drizzle-orm';
import { PgPreparedQuery } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import { afterAll, expect, test, vi } from 'vitest';
import { leaseConnections } from '../../../src/connections/leases.ts';
import { newId } from '../../../src/core/db/id.ts';
import type { Statement } from '../../../src/core/db/statement.ts';
import { removeExpired } from '../../../src/erasure/retention.ts';
import { leaseJobs } from '../../../src/insights/leases.ts';
import { findByHashes } from '../../../src/tokens/queries.ts';
import { leaseEndpoints } from '../../../src/webhooks/leases.ts';
import { emptyDatabase } from '../../support/empty-database.ts';
import { openTestPostgres } from '../../support/postgres.ts';

const declared = vi.hoisted((): Statement<unknown>[] => []);
const insertions = vi.hoisted((): Statement<unknown>[] => []);

// The real one, which is looked on as the modules below declare their statements.
vi.mock(import('../../../src/core/db/tenant-statements.ts'), async (importOriginal) => {
  const original = await importOriginal();
  const named: typeof original.named = (...words) => {
    const made = original.named(...words);
    declared.push(made);
    return made;
  };
  const insert: typeof original.insert = (...words) => {
    const made = original.insert(...words);
    insertions.push(made.statement([], []));
    return made;
  };
  return { ...original, named, insert };
});

// Together they declare every read there is. Anew, since other test files of this process have loaded them already.
vi.resetModules();
for (const made of [declared, insertions]) made.length = 0;
await import('../../../src/api.ts');
await import('../../../src/cli/commands.ts');
// Other files load all modules anew, of which none may keep to the replaced one.
afterAll(() => {
  vi.doUnmock('../../../src/core/db/tenant-statements.ts');
  vi.resetModules();
});

/** Twenty organizations with as many rows of each kind that background work looks through. */
const filling = `
  set session_replication_role = replica;
  create function id(n integer) returns uuid language sql as
    $$ select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$;
  create table rows as select id(n) as organization_id, id(n * 1000 + m) as id, n * 1000 + m as number
    from generate_series(1, 20) n, generate_series(1, 100) m;
  insert into organizations (id, name, slug) select id(n), 'Organization', 'slug-' || n from generate_series(1, 20) n;
  insert into clients (organization_id, id, name, deleted_at)
    select organization_id, id, 'Client', case when number % 10 = 0 then now() end from rows;
  insert into users (organization_id, id, first_name, last_name, email, deleted_at)
    select organization_id, id, 'Ann', 'Okafor', number || '@home.example', case when number % 10 = 0 then now() end from rows;
  insert into activities (organization_id, id, client_id, type, source, source_id, subject, content, occurred_at, participants, immutable)
    select organization_id, id, id, 'email', 'gmail', number, 'Subject', 'Content', now(), '{}', true from rows;
  insert into assignment_rules (organization_id, id, integration, domain, client_id)
    select organization_id, id, 'gmail', number || '.example', id from rows;
  insert into tokens (organization_id, id, hash) select organization_id, id, sha256(number::text::bytea) from rows;
  insert into insight_jobs (organization_id, client_id) select organization_id, id from rows;
  insert into audit_entries (organization_id, id, at, token_id, operation, resource, request_id)
    select organization_id, id, now(), id, 'clients.update', 'client', id from rows;
  insert into connections (organization_id, id, type, integration, settings)
    select organization_id, id, 'imap', 'gmail', '{}' from rows;
  insert into webhook_endpoints (organization_id, id, url, events)
    select organization_id, id, 'https://hooks.example.com', '{client.created}' from rows;
  insert into webhook_deliveries (organization_id, id, endpoint_id, event, client_id)
    select organization_id, id, id, 'client.created', id from rows;
  insert into idempotency_keys (organization_id, key, fingerprint, answer)
    select organization_id, number, 'fingerprint', '{}' from rows;
  vacuum analyze`;

const { url, drop } = await emptyDatabase();
const database = openTestPostgres(url, 1);
// Shows which index can serve a statement, however few rows there are.
const onlyIndexes =
  'enable_seqscan=off&enable_bitmapscan=off&enable_sort=off&plan_cache_mode=force_generic_plan';
const client = postgres(`${url}?${onlyIndexes}`, { max: 1, onnotice: () => {} });
await database.migrate();
for (const statement of filling.split(';\n')) await client.unsafe(statement);

afterAll(async () => {
  await client.end();
  await database.close();
  await drop();
});

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  /** Of the first node of a subquery, such as that for the owner of a client. */
  'Subplan Name'?: string;
  Filter?: string;
  Plans?: PlanNode[];
}

/** The statement as the server gets it. */
function statementOf(prepared: unknown): { sql: string; params: unknown[] } {
  if (!(prepared instanceof PgPreparedQuery)) throw new Error('Drizzle prepares in another way now.');
  return prepared.getQuery();
}

const reads = declared.map((read) => ({ name: read.name, ...statementOf(read.prepare(database.db)) }));

/** True when the statement has a parameter of this name. */
const takes = (name: string, { params }: { params: unknown[] }) =>
  params.some((param) => param instanceof Placeholder && param.name === name);

/** Reads whose order no index has: the few rules of one client, and unassigned activities by domain, of which 2,000 are read. */
const sorted = [
  'rules.ofClient',
  'activities.unassignedByDomain',
  'imports.activities',
  'connections.domains',
];
/** Reads that return a page, with a limit set by the caller. */
const pages = reads.filter((read) => takes('limit', read) && !sorted.includes(read.name));
/** Reads that return one row. */
const byId = reads.filter((read) => takes('id', read) && !takes('limit', read));

/** All nodes of the generic plan that PostgreSQL makes for the statement as a prepared one. */
async function planOf({ sql, params }: { sql: string; params: unknown[] }): Promise<PlanNode[]> {
  await client.unsafe(`prepare examined as ${sql}`);
  try {
    const values = params.map(() => 'null').join();
    const [row] = await client.unsafe(`explain (format json) execute examined(${values})`);
    return nodesOf(row?.['QUERY PLAN'][0].Plan);
  } finally {
    await client.unsafe('deallocate examined');
  }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const isOuter = (node: PlanNode) => node['Subplan Name'] === undefined;
/** The nodes that read tables or indexes. */
const scansOf = (nodes: PlanNode[]) =>
  nodes.filter(({ 'Node Type': type }) => /(?<!Function |Subquery )Scan$/.test(type));

/** The columns that a statement sorts by. */
const orderOf = (sql: string) =>
  [...(/ order by (.*?) limit /.exec(sql)?.[1] ?? '').matchAll(/"(\w+)" (?:asc|desc)/g)].map(
    ([, column = '']) => column,
  );

test('the plans examined include the lists and single rows of the API', () => {
  const names = (some: { name: string }[]) => some.map(({ name }) => name);
  expect(names(pages)).toEqual(
    expect.arrayContaining(['clients.list', 'users.list', 'activities.list', 'activities.listOfType']),
  );
  expect(names(byId)).toEqual(expect.arrayContaining(['clients.get', 'users.get', 'activities.get']));
});

test.each(pages)('$name seeks to its position and reads only the rows it returns', async (page) => {
  const order = orderOf(page.sql);
  expect(order).not.toEqual([]);
  const nodes = (await planOf(page)).filter(isOuter);
  expect(nodes.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan']);
  const scan = nodes[1];
  expect(scan?.Filter).toBe(undefined);
  for (const column of ['organization_id', ...order])
    expect(scan?.['Index Cond']).toMatch(new RegExp(`\\b${column}\\b`));
});

test.each(byId)('$name finds its one row by organization and id', async (read) => {
  const [scan, ...others] = (await planOf(read)).filter(
    (node) => isOuter(node) && node['Node Type'] !== 'LockRows',
  );
  expect(others).toEqual([]);
  expect(scan?.['Node Type']).toBe('Index Scan');
  expect(scan?.['Index Cond']).toMatch(/organization_id = .*\bid = /);
});

test.each(reads)('$name finds the rows of the organization by an index', async (read) => {
  const scans = scansOf(await planOf(read));
  expect(scans).not.toEqual([]);
  for (const scan of scans) {
    expect(scan['Node Type']).toMatch(/Index/);
    expect(scan['Index Cond']).toMatch(
      /from "organizations"/.test(read.sql) ? /\(id = / : /organization_id = /,
    );
  }
});

test.each(insertions)('$name looks for later ids with one index lookup', async (insertion) => {
  const scans = scansOf(await planOf(statementOf(insertion.prepare(database.db))));
  expect(scans.map((node) => node['Node Type'])).toEqual(['Index Only Scan']);
  expect(scans[0]?.['Index Name']).toMatch(/_organization_id_id_pk$/);
  expect(scans[0]?.['Index Cond']).toMatch(/organization_id = .*\bid >= /);
});

test('tokens are found by their hashes', async () => {
  const nodes = await planOf(statementOf(findByHashes.prepare(database.db)));
  const [hashes, user] = nodes.flatMap((node) => node['Index Cond'] ?? []);
  expect(scansOf(nodes).filter((node) => /Seq/.test(node['Node Type']))).toEqual([]);
  expect(hashes).toMatch(/hash = /);
  expect(user).toMatch(/organization_id = tokens.organization_id.*\bid = tokens.user_id/);
});

/** The number of times that any of the tables was read as a whole. */
async function wholeReads(tables: readonly string[]): Promise<number> {
  await database.db.execute('select pg_stat_force_next_flush()');
  const [row] = await client`
    select sum(seq_scan)::int as reads from pg_stat_user_tables where relname = any(${tables})`;
  return row?.reads;
}

test('looking for data past its retention reads no large table as a whole', async () => {
  const tables = ['activities', 'audit_entries', 'clients', 'users', 'tokens', 'idempotency_keys'];
  const before = await wholeReads(tables);
  const days = 36_500;
  const retention = { auditDays: days, deletedDays: days, activityDays: days, idempotencyHours: 24 };
  for await (const { rows } of removeExpired(database.db, retention)) expect(rows).toBe(0);
  expect(await wholeReads(tables)).toBe(before);
});

test.each([
  ['insight_jobs', (limit: number) => leaseJobs(database.db, newId(), {}, limit)],
  ['connections', (limit: number) => leaseConnections(database.db, newId(), limit)],
  ['webhook_endpoints', (limit: number) => leaseEndpoints(database.db, newId(), limit)],
])('leasing rows of %s reads no large table as a whole', async (table, lease) => {
  const tables = [table, 'clients', 'assignment_rules', 'webhook_deliveries'];
  const before = await wholeReads(tables);
  expect(await lease(8)).not.toEqual([]);
  expect(await wholeReads(tables)).toBe(before);
});
