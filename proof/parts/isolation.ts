import postgres from 'postgres';
import { probeAll, unlimited } from '../isolation/all-probes.ts';
import { forEachAtOnce, openCaller } from '../isolation/calls.ts';
import { buildMutants, findMutants } from '../isolation/mutants.ts';
import { inspector } from '../isolation/stored.ts';
import {
  copyWorld,
  findDatabaseMutants,
  type Mutation,
  tryMutant,
  type World,
} from '../isolation/try-mutant.ts';
import { makeWorld } from '../isolation/world.ts';
import type { Part, Trial } from '../part.ts';
import { sharedDatabase } from '../support/engines.ts';
import { startServer } from '../support/server.ts';

/** Conditions that change nothing when they are left out, since another one holds. */
const secondWalls: readonly { readonly name: RegExp; readonly why: string }[] = [
  { name: /^tokens\.get$/, why: "the user's id that it reads is looked for in the organization only" },
  {
    name: /^core\/db\/id-order/,
    why: 'it reads when ids were made, and test/core/db/id-order.test.ts notices',
  },
  { name: /^activities\.unassigned$/, why: 'what it reads of others, activities.assign does not write' },
  {
    name: /jobs\.ts:\d+: eq\(insightJobs.+(Id|'\))\)$/,
    why: 'a lease is only of jobs that its worker holds',
  },
  {
    name: /^organization\.activate$|^organization-data\/import\.ts:\d+: eq\(organizations\.organizationId, organizationId\)$/,
    why: 'a run of an import has one organization only',
  },
  {
    name: /^organization-data\/delete\.ts:\d+: eq\(organizations\.organizationId, id\)$/,
    why: 'what it allows to be deleted is of the organization only',
  },
];

export const isolation: Part = {
  promise: 'what is of another organization cannot be read, told apart from nothing, or written',
  async run(trial) {
    const template = await sharedDatabase(trial);
    const world: World = { ...(await makeWorld(template)), template };
    await probe(trial, world);
    await leaveOut(trial, world);
  },
};

/** The service as it is: nothing is found. */
async function probe(trial: Trial, world: World): Promise<void> {
  const { url, sql } = await copyWorld(trial, world, 'probed');
  const server = await startServer(trial, { ...unlimited, DATABASE_URL: url });
  const caller = openCaller(server.url);
  trial.atEnd(() => caller.close());
  const looking = inspector(sql);
  const tables = await looking.tables();
  const ofNone = tables.filter((table) => table.includes('(of none)'));
  trial.expect(
    ofNone.join() === 'organizations (of none)',
    `tables without an organization: ${ofNone.join()}`,
  );
  const startedAt = performance.now();
  const { cursors } = await probeAll({
    caller,
    inspector: looking,
    tenants: [...world.callers, world.silent],
    callers: world.callers.slice(0, 2),
    findings: { found: (what) => trial.expect(false, what), isEnough: () => false },
    isSmall: true,
    say: trial.say,
  });
  trial.expect(
    !(await looking.used()).has(world.silent.organizationId),
    'a token was noted as used whose organization made no call',
  );
  const perSecond = (caller.count / (performance.now() - startedAt)) * 1_000;
  trial.expect(caller.count > 0, `only ${caller.count} probes were made`);
  const logged = server.log().split('\n').slice(1).join('\n');
  trial.expect(logged === '', `the server logged ${logged.slice(0, 500)}`);
  trial.figure(
    `${caller.count.toLocaleString('en')} probes (${Math.round(perSecond).toLocaleString('en')}/s), ${cursors.toLocaleString('en')} of them with cursors of others; ${tables.length} tables the same before and after`,
  );
}

/** Each condition on the organization left out in turn: the probes notice. */
async function leaveOut(trial: Trial, world: World): Promise<void> {
  const sql = postgres(world.template, { max: 1, onnotice: () => {} });
  const inDatabase = await findDatabaseMutants(sql);
  await sql.end();
  const found = findMutants();
  await buildMutants(trial, ['src/server.ts', 'proof/isolation/admin-actions.ts']);
  const none = await tryMutant(world, { name: 'none' }, 0, true);
  trial.expect(none === undefined, `with nothing left out the probes found: ${none}`);
  const chosen: Mutation[] = [...found, ...inDatabase];
  let noticed = 0;
  let serial = 0;
  await forEachAtOnce(
    chosen,
    async (mutation) => {
      const what = await tryMutant(world, mutation, ++serial, true);
      trial.say(`${mutation.name} left out: ${what ?? 'NOT NOTICED'}`);
      const isHeld = secondWalls.some(({ name }) => name.test(mutation.name));
      trial.expect(what !== undefined || isHeld, `not noticed: ${mutation.name} left out`);
      if (what !== undefined) noticed++;
    },
    2,
  );
  for (const { name, why } of secondWalls)
    if (chosen.some((mutation) => name.test(mutation.name))) trial.figure(`need not be noticed: ${why}`);
  trial.figure(
    `${noticed} of ${chosen.length} conditions on the organization, left out in turn, were noticed`,
  );
}
