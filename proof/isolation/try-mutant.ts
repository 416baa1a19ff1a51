import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { processEnvironment } from '../../src/config.ts';
import type { Trial } from '../part.ts';
import { startServer } from '../support/server.ts';
import type { Outcome } from './admin-actions.ts';
import { probeAll, unlimited, useNotedMs } from './all-probes.ts';
import { openCaller } from './calls.ts';
import { leftOut, mutantsFolder } from './mutants.ts';
import type { Findings } from './probes.ts';
import { changedBetween, inspector } from './stored.ts';
import { marksIn, type Tenant } from './world.ts';

export interface World {
  readonly callers: readonly Tenant[];
  readonly silent: Tenant;
  /** A database that holds it, to be copied. */
  readonly template: string;
}

/** Things to be given back one after another, the last one first. */
export function closings() {
  const all: (() => unknown)[] = [];
  return {
    atEnd: (close: () => unknown) => void all.push(close),
    async end() {
      for (const close of all.splice(0).reverse()) await close();
    },
  };
}

/** Copies the world into a database of its own. */
export async function copyWorld(
  trial: Pick<Trial, 'atEnd'>,
  world: World,
  name: string,
  mutate: (sql: postgres.Sql) => Promise<void> = async () => {},
): Promise<{ url: string; sql: postgres.Sql }> {
  const template = new URL(world.template);
  const copy = `${template.pathname.slice(1)}_${name}`;
  const admin = postgres(new URL('/postgres', template).href, { max: 1, onnotice: () => {} });
  trial.atEnd(async () => {
    await admin.unsafe(`drop database if exists ${copy} with (force)`);
    await admin.end();
  });
  await admin.unsafe(`create database ${copy} template ${template.pathname.slice(1)}`);
  const url = new URL(`/${copy}`, template).href;
  const sql = postgres(url, { max: 4, onnotice: () => {} });
  trial.atEnd(() => sql.end({ timeout: 5 }));
  await mutate(sql);
  return { url, sql };
}

/** A mutant of the programs, by the name of the condition that is left out, or of the database. */
export interface Mutation {
  readonly name: string;
  mutate?(sql: postgres.Sql): Promise<void>;
}

/**
 * Runs the probes in small against a server in which one condition on the organization is left out.
 * @param withDeeds also has the operator and the background work do what they can
 * @returns what was noticed first, or undefined
 */
export async function tryMutant(
  world: World,
  mutation: Mutation,
  serial: number,
  withDeeds: boolean,
): Promise<string | undefined> {
  const closing = closings();
  let noticed: string | undefined;
  const findings: Findings = {
    found(what) {
      // A busy machine is no notice.
      if (!/\b503\b/.test(what)) noticed ??= what;
    },
    isEnough: () => noticed !== undefined,
  };
  try {
    if (withDeeds) {
      await tryAdminActions(closing, world, mutation, `${serial}_admin`, findings);
      // What a busy machine made come out differently does not do so twice.
      if (/differently/.test(noticed ?? '')) {
        noticed = undefined;
        await tryAdminActions(closing, world, mutation, `${serial}_again`, findings);
      }
    }
    if (noticed !== undefined) return noticed;
    const { url, sql } = await copyWorld(closing, world, `mutant_${serial}`, mutation.mutate);
    const environment = { ...unlimited, DATABASE_URL: url, [leftOut]: mutation.name };
    const server = await startServer(closing, environment, mutantsFolder);
    const caller = openCaller(server.url);
    closing.atEnd(() => caller.close());
    const tenants = [...world.callers, world.silent];
    const looking = inspector(sql);
    await probeAll({
      caller,
      inspector: looking,
      tenants,
      callers: world.callers.slice(0, 2),
      findings,
      isSmall: true,
      say: () => {},
    });
    if (noticed === undefined) {
      await setTimeout(useNotedMs);
      if ((await looking.used()).has(world.silent.organizationId))
        findings.found('a token was noted as used whose organization made no call');
    }
  } catch (error) {
    noticed ??= `the probes failed: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await closing.end();
  }
  return noticed;
}

/** The results of the actions with no condition left out, without ids and times. */
let usual: readonly string[] | undefined;

const run = promisify(execFile);

/** Has the operator and the background work do all they can for one organization, and looks at the others. */
async function tryAdminActions(
  closing: Pick<Trial, 'atEnd'>,
  world: World,
  mutation: Mutation,
  name: string,
  { found }: Findings,
): Promise<void> {
  const { url, sql } = await copyWorld(closing, world, `mutant_${name}`, mutation.mutate);
  const [, tenant, stranger] = world.callers;
  if (!tenant || !stranger) throw new Error('The world lacks organizations.');
  const actions = async (...words: string[]) => {
    const program = fileURLToPath(new URL(`../../${mutantsFolder}/admin-actions.js`, import.meta.url));
    const { PATH } = processEnvironment;
    const env = { PATH, DATABASE_URL: url, [leftOut]: mutation.name };
    const given = [program, JSON.stringify([tenant, stranger]), ...words];
    return (await run(process.execPath, given, { env, timeout: 60_000, maxBuffer: 2 ** 26 })).stdout;
  };
  const looking = inspector(sql);
  const before = await looking.stored();
  // Whoever locks more than its own organization waits for this one in vain.
  const printed = await sql.begin(async (transaction) => {
    await transaction`select from organizations where id = ${stranger.organizationId} for update`;
    return actions();
  });
  for (const mark of marksIn(printed))
    if (mark !== tenant.mark && mark !== stranger.mark)
      found('an action for an organization told of another');
  for (const id of changedBetween(before, await looking.stored()))
    if (id !== tenant.organizationId) found('an action for an organization has written something of another');
  const outcomes = (JSON.parse(printed) as Outcome[]).map((outcome) =>
    withoutChance(JSON.stringify(outcome)),
  );
  usual ??= outcomes;
  const odd = outcomes.find((outcome, index) => outcome !== usual?.[index]);
  if (odd !== undefined) found(`an action came out differently: ${odd.slice(0, 300)}`);

  await actions('all');
  const cards = await sql<{ mark: string; content: string }[]>`
    select slug as mark, content from insights join organizations on organizations.id = organization_id`;
  if (cards.some(({ mark, content }) => [...marksIn(content)].some((other) => other !== mark)))
    found('a card of one organization tells of another');
}

const withoutChance = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/sk_live_\w+/g, 'TOKEN');

/** The conditions on the organization in the functions of the database. */
export async function findDatabaseMutants(sql: postgres.Sql): Promise<Mutation[]> {
  const condition = /"organization_id" = NEW\."organization_id" AND /g;
  const functions = await sql<{ name: string; definition: string }[]>`
    select proname as name, pg_get_functiondef(pg_proc.oid) as definition
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where nspname = 'public'`;
  return functions
    .filter(({ definition }) => definition.search(condition) >= 0)
    .map(({ name, definition }) => ({
      name: `the function ${name} of the database`,
      async mutate(sql) {
        await sql.unsafe(definition.replaceAll(condition, ''));
      },
    }));
}
