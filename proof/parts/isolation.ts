import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import pLimit from 'p-limit';
import { processEnvironment } from '../../src/config.ts';
import {
  buildMutants,
  findDatabaseMutants,
  findMutants,
  leftOut,
  type Mutant,
} from '../isolation/mutants.ts';
import { tryAll } from '../isolation/try.ts';
import { makeWorld } from '../isolation/world.ts';
import type { Part } from '../part.ts';
import { sharedDatabase } from '../support/engines.ts';

/** Conditions that change nothing when they are left out, since another one holds. */
const secondWalls: readonly { readonly name: RegExp; readonly why: string }[] = [
  { name: /^tokens\.get$/, why: "the user's id that it reads is looked for in the organization only" },
  {
    name: /^activities\.weekly$/,
    why: 'it counts for the ids that it is given, and in the organization only',
  },
  {
    name: /^activities\/queries\.ts:\d+: (newest|later)\./,
    why: 'it bounds how many rows of the organization are read',
  },
  {
    name: /^activities\.unassigned(OfAny)?$/,
    why: 'what it reads of others, activities.assign does not write',
  },
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
  promise:
    'what is of another organization cannot be read, told apart from nothing, or written; every condition on it that is left out is noticed',
  async run(trial) {
    const url = await sharedDatabase(trial);
    const world = { ...(await makeWorld(url)), url };
    await buildMutants(trial, ['src/server.ts', 'proof/isolation/admin-actions.ts']);
    const { noticed: breach, calls } = await tryAll(world, { name: 'none' });
    trial.expect(breach === undefined, `with nothing left out: ${breach}`);
    trial.expect(calls > 500, `only ${calls} calls were made`);
    trial.figure(`${calls} calls, and what the administrator and the background work do: nothing of others`);

    const mutants = [...findMutants(), ...(await findDatabaseMutants(url))];
    const counts = { calls: 0, tests: 0 };
    const limit = pLimit(2);
    const tryOne = async (mutant: Mutant) => {
      if (secondWalls.some(({ name }) => name.test(mutant.name))) return;
      const { noticed } = await tryAll(world, mutant);
      const isNoticed = noticed !== undefined || (await isNoticedByTests(mutant));
      trial.say(
        `${mutant.name} left out: ${noticed ?? (isNoticed ? 'a test of its module fails' : 'NOT NOTICED')}`,
      );
      trial.expect(isNoticed, `not noticed: ${mutant.name} left out`);
      if (isNoticed) counts[noticed === undefined ? 'tests' : 'calls'] += 1;
    };
    await Promise.all(mutants.map((mutant) => limit(tryOne, mutant)));
    trial.figure(
      `of ${mutants.length} conditions on the organization, left out in turn, ${counts.calls} were noticed by these, and ${counts.tests} by tests`,
    );
    for (const { name, why } of secondWalls)
      if (mutants.some((mutant) => name.test(mutant.name))) trial.figure(`not tried: ${why}`);
  },
};

/** Runs the tests of a condition's module without it. */
function isNoticedByTests({ name }: Mutant): Promise<boolean> {
  const module = name.split(/[./]/)[0]?.replace('rules', 'clients') ?? '';
  const folder = name.startsWith('core/') ? 'test/core/db/' : `test/${module}/`;
  if (!existsSync(folder)) return Promise.resolve(false);
  const options = '--config proof/isolation/vitest.config.ts --root . --project embedded --bail 1'.split(' ');
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', ...options, folder],
      { env: { ...processEnvironment, [leftOut]: name } },
      (failure) => resolve(failure !== null),
    ),
  );
}
