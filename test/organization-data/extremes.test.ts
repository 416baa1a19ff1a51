import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableConfig, PgArray, type PgColumn } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { procedures } from '../../src/http/operations.ts';
import { rowOf } from '../../src/organization-data/rows.ts';
import { type DataTable, dataTables } from '../../src/organization-data/tables.ts';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { fullOrganization } from '../support/full-organization.ts';

type Fields = Record<string, unknown>;
interface Line {
  table: string;
  row: Fields;
}

const api = await startApi({ limits: { organizationPerMinute: 100_000, endpointPerMinute: 100_000 } });
const { directory, json } = await openCli(api);

const exported = await fullOrganization(api);
await json('insights', 'run', '--org', exported.slug);
const file = join(directory, 'export.jsonl');
await json('org', 'export', '--org', exported.slug, file);
const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
const header = JSON.parse(lines[0] ?? '');
const rows: Line[] = lines.slice(1, -1).map((line) => JSON.parse(line));
const counted = rows.find(({ table }) => table === 'connection_domains') ?? expect.fail('no counted domain');
// A sum has two summands.
rows.splice(rows.indexOf(counted), 0, { ...counted, row: { ...counted.row, mailbox: 'Sent' } });

const long = 'x'.repeat(1_000);
const byType: Readonly<Record<string, readonly unknown[]>> = {
  text: ['', long, 'https://a.example/', '\u0001\u007f'],
  boolean: [false, true],
  integer: [-(2 ** 31), -1, 0, 2 ** 31 - 1],
  bigint: [Number.MIN_SAFE_INTEGER, -1, 0, 1, 2 ** 31 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER],
  jsonb: [
    {},
    { x: 1 },
    { x: 2 ** 53 - 1 },
    { a: 'y', b: '', c: -1, d: 0, e: 1.5, f: true, g: null },
    { x: [long] },
  ],
  bytea: ['', 'ff'.repeat(100)],
  'timestamp (3) with time zone': ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
};

/** Values that the type of a column allows. */
function candidatesOf(column: PgColumn): readonly unknown[] {
  if (column instanceof PgArray) return [[], [long], ['Ann', ''], ['Ann', '', 'Bo']];
  const candidates = column.enumValues ?? byType[column.getSQLType()] ?? [];
  return column.notNull ? candidates : [null, ...candidates];
}

/** Keys stay, so that rows refer to each other and differ, and lists still show the row. */
function isVaried({ table }: DataTable, name: string, column: PgColumn): boolean {
  const { primaryKeys, uniqueConstraints, indexes } = getTableConfig(table);
  const keys = [
    ...[...primaryKeys, ...uniqueConstraints].flatMap(({ columns }) => columns.map((each) => each.name)),
    ...indexes.flatMap(({ config }) =>
      config.unique ? config.columns.map((each) => ('name' in each ? each.name : '')) : [],
    ),
  ];
  return !keys.includes(column.name) && column.getSQLType() !== 'uuid' && !hidden.includes(name);
}

/** Another author, and the time of a deletion, make other rows. */
const hidden = ['systemUser', 'deletedAt'];

/** Replaces each value of a row by one of those that are accepted, so that neighbours are combined differently. */
function vary(table: DataTable, row: Fields, variant: number): Fields {
  const varied = { ...row };
  const columns = Object.entries(table.exported).filter(([...each]) => isVaried(table, ...each));
  for (const [position, [name, column]] of columns.entries()) {
    const accepted = candidatesOf(column).filter(
      (value) => rowOf(table.name).safeParse({ ...varied, [name]: value }).success,
    );
    if (accepted.length > 0) varied[name] = accepted[(variant + position) % accepted.length];
  }
  return varied;
}

/** Of participants in the organization's unassigned activities. */
const domain = 'unknown.example';
const given = { limit: 1, query: domain };
// An export has no endpoints of webhooks, whose deliveries could be read.
const queries = procedures.filter(({ type, name }) => type === 'query' && name !== 'webhooks.deliveries');
const ids = rows.flatMap(({ table, row: { id, clientId, deletedAt } }): Fields[] => {
  if (deletedAt) return [];
  if (table === 'connections') return [{ connectionId: id }];
  if (table === 'clients') return [{ clientId: id }];
  if (table === 'users') return [{ userId: id }];
  return table === 'activities' ? [{ clientId, activityId: id, unassignedId: id, domain }] : [];
});

test.each(Array.from({ length: 7 }, (_, variant) => variant))(
  'every operation that reads answers with the extreme values that an import accepts (%i)',
  async (variant) => {
    const changed = rows.map(({ table: name, row }) => {
      const table = dataTables.find((each) => each.name === name) ?? expect.fail(`no table ${name}`);
      return { table: name, row: vary(table, row, variant) };
    });
    const last = { end: true, rows: changed.length };
    const path = join(directory, `${variant}.jsonl`);
    writeFileSync(path, [header, ...changed, last].map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { slug } = await json('org', 'import', path, '--slug', `${exported.slug}-${variant}`);
    const { token } = await json('token', 'create', '--org', slug);
    const failed: string[] = [];
    for (const { name, fields } of queries) {
      const takes = Object.keys(fields);
      // Without the id of a row, or with one of another kind, many requests are refused.
      const inputs = [{}, ...ids.map((each) => pick(each, takes))].map((input) => JSON.stringify(input));
      for (const input of new Set(inputs))
        failed.push(...(await readAll(name, { ...JSON.parse(input), ...pick(given, takes) }, token)));
    }
    expect(failed).toEqual([]);
  },
);

const pick = (values: Fields, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** Reads all pages of a query and returns the requests that failed. */
async function readAll(name: string, input: Fields, token: string): Promise<string[]> {
  let cursor: string | undefined;
  do {
    const all = JSON.stringify({ ...input, cursor });
    const { status, body } = await api.get(`/trpc/${name}?input=${encodeURIComponent(all)}`, { token });
    answered.add(`${name} ${status}`);
    const isRefused = cursor === undefined && (status === 400 || status === 404);
    if (status !== 200 && !isRefused) return [`${name} ${all} ${status}`];
    cursor = body.result?.data?.meta?.cursor ?? undefined;
  } while (cursor !== undefined);
  return [];
}

const answered = new Set<string>();

test('every operation that reads has answered', () => {
  for (const { name } of queries) expect([...answered]).toContain(`${name} 200`);
});
