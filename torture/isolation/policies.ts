import { randomBytes } from 'node:crypto';
import type postgres from 'postgres';
import type { Trial } from '../part.ts';
import { startServer } from '../support/server.ts';
import { probeAll, unlimited } from './all-probes.ts';
import { openCaller } from './calls.ts';
import { leftOut, mutantsFolder } from './mutants.ts';
import { inspector } from './stored.ts';
import { copyWorld, type World } from './try-mutant.ts';

/** What a role of the database may reach is one organization, of which its own setting tells. */
const setting = 'clientele.organization';

/** Makes a role for each organization and policies that hold each to its own, for owners too; tokens are left out. */
async function makePolicies(
  sql: postgres.Sql,
  world: World,
  roleOf: (serial: number) => string,
): Promise<number> {
  const tables = await sql<{ table: string; column: string }[]>`
    select table_name as table, case table_name when 'organizations' then 'id' else 'organization_id' end as column
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'tokens'`;
  for (const { table, column } of tables) {
    const own = `${column} = current_setting('${setting}')::uuid`;
    await sql.unsafe(`
      alter table ${table} enable row level security;
      alter table ${table} force row level security;
      create policy own on ${table} using (${own}) with check (${own});`);
  }
  const [database] = await sql<{ name: string }[]>`select current_database() as name`;
  for (const [serial, { organizationId }] of world.callers.entries()) {
    const role = roleOf(serial);
    await sql.unsafe(`
      create role ${role} login;
      alter role ${role} set ${setting} = '${organizationId}';
      grant create on database ${database?.name} to ${role};
      grant usage, create on schema public, drizzle to ${role};
      grant all on all tables in schema public, drizzle to ${role};
      grant all on all sequences in schema drizzle to ${role};`);
  }
  return tables.length;
}

export interface UnderPolicies {
  readonly tables: number;
  readonly probes: number;
  readonly perSecond: number;
}

/**
 * Runs the probes in small with forced policies of row-level security as a second wall: one server for each organization,
 * under a role that reaches nothing else.
 * @param name of a condition that is left out of the service, so that the policies alone hold; or ''
 */
export async function tryUnderPolicies(
  trial: Pick<Trial, 'atEnd' | 'say'>,
  world: World,
  name: string,
  found: (what: string) => void,
): Promise<UnderPolicies> {
  const suffix = name === '' ? 'policies' : 'policies_alone';
  const { url, sql } = await copyWorld(trial, world, suffix);
  const run = randomBytes(6).toString('hex');
  const roleOf = (serial: number) => `policies_${run}_${serial}`;
  trial.atEnd(async () => {
    for (const serial of world.callers.keys())
      await sql.unsafe(`drop owned by ${roleOf(serial)}; drop role ${roleOf(serial)}`).catch(() => {});
  });
  const tables = await makePolicies(sql, world, roleOf);
  let probes = 0;
  let seconds = 0;
  for (const [serial, tenant] of world.callers.entries()) {
    const own = new URL(url);
    own.username = roleOf(serial);
    const environment = { ...unlimited, DATABASE_URL: own.href, [leftOut]: name };
    const server = await startServer(trial, environment, name === '' ? undefined : mutantsFolder);
    const caller = openCaller(server.url);
    const startedAt = performance.now();
    await probeAll({
      caller,
      inspector: inspector(sql),
      tenants: [...world.callers, world.silent],
      callers: [tenant],
      findings: { found, isEnough: () => false },
      isSmall: true,
      say: () => {},
    });
    seconds += (performance.now() - startedAt) / 1_000;
    probes += caller.count;
    await caller.close();
    server.process.kill('SIGKILL');
    await server.ended;
  }
  return { tables, probes, perSecond: probes / seconds };
}
