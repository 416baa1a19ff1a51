import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { processEnvironment } from '../../src/config.ts';
import { reasonOf } from '../../src/core/reason.ts';
import { startServer, unlimited } from '../support/server.ts';
import type { Outcome } from './admin-actions.ts';
import { leftOut, type Mutant, mutantsFolder } from './mutants.ts';
import { openProbes } from './probes.ts';
import { marksIn, type World } from './world.ts';

/** The maximum delay before a token's last use is written. */
const useNotedMs = 1_500;

type Closings = { atEnd(close: () => unknown): void };
type Found = (what: string) => void;

/**
 * Does everything to a copy of the world, with one condition on the organization left out.
 * @returns what was noticed first, if anything, and the number of calls
 */
export async function tryAll(world: World, mutant: Mutant): Promise<{ noticed?: string; calls: number }> {
  const closings: (() => unknown)[] = [];
  const closing: Closings = { atEnd: (close) => void closings.push(close) };
  let noticed: string | undefined;
  const found = (what: string) => {
    // A server that is only busy has noticed nothing.
    if (!/\b503\b/.test(what)) noticed ??= what;
  };
  let calls = 0;
  try {
    await tryAdminActions(closing, world, mutant, found);
    // A difference caused by a busy machine does not occur twice.
    if (noticed?.includes('differently')) {
      noticed = undefined;
      await tryAdminActions(closing, world, mutant, found);
    }
    if (noticed === undefined)
      calls = await tryCalls(closing, world, mutant, found, () => noticed !== undefined);
  } catch (error) {
    noticed ??= `it failed: ${reasonOf(error)}`;
  }
  for (const close of closings.reverse()) await close();
  return noticed === undefined ? { calls } : { noticed, calls };
}

let copies = 0;

async function copyWorld(closing: Closings, { url }: World, { mutate }: Mutant) {
  const template = new URL(url).pathname.slice(1);
  const copy = `${template}_${++copies}`;
  const admin = postgres(new URL('/postgres', url).href, { max: 1, onnotice: () => {} });
  closing.atEnd(async () => {
    await admin.unsafe(`drop database if exists ${copy} with (force)`);
    await admin.end();
  });
  await admin.unsafe(`create database ${copy} template ${template}`);
  const copied = new URL(`/${copy}`, url).href;
  const sql = postgres(copied, { max: 4, onnotice: () => {} });
  closing.atEnd(() => sql.end({ timeout: 5 }));
  if (mutate) await sql.unsafe(mutate);
  return { url: copied, sql };
}

/** A digest of all rows in all tables for each organization, without the times of last use. */
async function digests(sql: postgres.Sql): Promise<Map<string, string>> {
  const tables = await sql<{ table: string; organization: string }[]>`
    select table_name as table, coalesce(max(column_name) filter (where column_name = 'organization_id'), 'id') as organization
    from information_schema.columns where table_schema = 'public' group by table_name order by table_name`;
  const digest = new Map<string, string>();
  for (const { table, organization } of tables) {
    const rows = await sql<{ id: string; text: string }[]>`
      select ${sql(organization)}::text as id, md5(string_agg(stored.text, '' order by stored.text)) as text
      from ${sql(table)} as row, lateral (select (to_jsonb(row) - 'last_used_at')::text as text) as stored group by 1`;
    for (const { id, text } of rows) digest.set(id, `${digest.get(id) ?? ''} ${table} ${text}`);
  }
  return digest;
}

/** Tells of every organization but `except` of which something else is stored after `work`. */
async function watchWrites(
  sql: postgres.Sql,
  except: string,
  found: Found,
  what: string,
  work: () => Promise<unknown>,
) {
  const before = await digests(sql);
  await work();
  const after = await digests(sql);
  for (const id of new Set([...before.keys(), ...after.keys()]))
    if (id !== except && before.get(id) !== after.get(id))
      found(`${what} has written something of another organization`);
}

/** Has two tenants call every operation. */
async function tryCalls(
  closing: Closings,
  world: World,
  mutant: Mutant,
  found: Found,
  isEnough: () => boolean,
) {
  const { url, sql } = await copyWorld(closing, world, mutant);
  const common = { LOG_LEVEL: 'warn', SECRETS_KEY: Buffer.alloc(32).toString('base64') };
  const environment = { ...unlimited, ...common, DATABASE_URL: url, [leftOut]: mutant.name };
  const server = await startServer(closing, environment, mutantsFolder);
  const probes = openProbes(server.url, world, found, isEnough);
  closing.atEnd(() => probes.close());
  for (const tenant of world.callers.slice(0, 2)) {
    await watchWrites(sql, tenant.organizationId, found, tenant.name, () => probes.own(tenant));
    if (isEnough()) return probes.answers.length;
  }
  compare('a call', probes.answers, found);
  await setTimeout(useNotedMs);
  const used =
    await sql`select 1 from tokens where organization_id = ${world.silent.organizationId} and last_used_at is not null`;
  if (used.length > 0) found('a token was noted as used whose organization made no call');
  const logged = server.log().split('\n').slice(1).join('\n');
  if (logged !== '') found(`the server logged ${logged.slice(0, 500)}`);
  return probes.answers.length;
}

/** The answers of the intact service, without ids and times. */
const usual = new Map<string, readonly string[]>();

function compare(what: string, outcomes: readonly string[], found: Found): void {
  const texts = outcomes.map(withoutChance);
  const expected = usual.get(what) ?? texts;
  usual.set(what, expected);
  const at = texts.findIndex((text, index) => text !== expected[index]);
  const [text = '', other = ''] = [texts[at], expected[at]];
  const from = Math.max(0, [...text].findIndex((character, index) => character !== other[index]) - 150);
  if (at >= 0)
    found(
      `${what} came out differently: ${text.slice(0, 100)}…${text.slice(from, from + 300)}, and not ${other.slice(from, from + 300)}`,
    );
}

const run = promisify(execFile);
const program = fileURLToPath(new URL(`../../${mutantsFolder}/admin-actions.js`, import.meta.url));

/** Has the administrator and the background work do all they can for one organization, and looks at the others. */
async function tryAdminActions(closing: Closings, world: World, mutant: Mutant, found: Found): Promise<void> {
  const { url, sql } = await copyWorld(closing, world, mutant);
  const [twin, tenant, stranger] = world.callers;
  const actions = async (...words: string[]) => {
    const env = { PATH: processEnvironment.PATH, DATABASE_URL: url, [leftOut]: mutant.name };
    const given = [program, JSON.stringify([tenant, stranger]), ...words];
    return (await run(process.execPath, given, { env, timeout: 120_000, maxBuffer: 2 ** 26 })).stdout;
  };
  let printed = '[]';
  await watchWrites(sql, tenant.organizationId, found, 'an action', () =>
    // Whoever locks more than its own organization waits for this one in vain.
    sql.begin(async (transaction) => {
      await transaction`select from organizations where id = ${stranger.organizationId} for update`;
      await transaction`select from assignment_rules where organization_id = ${twin.organizationId} for key share`;
      await transaction`select from activities where organization_id = ${twin.organizationId} for key share`;
      printed = await actions();
    }),
  );
  for (const mark of marksIn(printed))
    if (mark !== tenant.mark && mark !== stranger.mark)
      found('an action for an organization told of another');
  const outcomes = JSON.parse(printed) as Outcome[];
  compare(
    'an action',
    outcomes.map((outcome) => JSON.stringify(outcome)),
    found,
  );

  await actions('all');
  const cards = await sql<{ mark: string; content: string }[]>`
    select slug as mark, content from insights join organizations on organizations.id = organization_id`;
  if (cards.some(({ mark, content }) => [...marksIn(content)].some((other) => other !== mark)))
    found('a card of one organization tells of another');
}

const withoutChance = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/whsec_[\w+/]+=/g, 'SECRET')
    // Of the audit log, it holds a time.
    .replaceAll(/"cursor":"[\w-]+"/g, '"cursor":"CURSOR"')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/sk_live_\w+/g, 'TOKEN')
    // A use is written a moment later.
    .replaceAll(/"lastUsedAt":(?:null|"TIME")/g, '"lastUsedAt":SOON');
