import pLimit from 'p-limit';
import { buildMutants, findDatabaseMutants, findMutants } from '../isolation/mutants.ts';
import { tryAll } from '../isolation/try.ts';
import { makeWorld } from '../isolation/world.ts';
import type { Part } from '../part.ts';
import { sharedDatabase } from '../support/engines.ts';

/** Conditions that change nothing when they are left out, since another one holds. */
const secondWalls: readonly { readonly name: RegExp; readonly why: string }[] = [
  { name: /^tokens\.get$/, why: "the user's id that it reads is looked for in the organization only" },
  {
    name: /^core\/db\/id-order/,
    why: 'it reads when ids were made, and test/core/db/id-order.test.ts notices',
  },
  {
    name: /^activities\.weekly$/,
    why: 'it counts for the ids that it is given, and in the organization only',
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
    let count = 0;
    const limit = pLimit(2);
    const tryOne = async (mutant: (typeof mutants)[number]) => {
      const { noticed } = await tryAll(world, mutant);
      trial.say(`${mutant.name} left out: ${noticed ?? 'NOT NOTICED'}`);
      if (noticed !== undefined) count += 1;
      const isHeld = secondWalls.some(({ name }) => name.test(mutant.name));
      trial.expect(noticed !== undefined || isHeld, `not noticed: ${mutant.name} left out`);
    };
    await Promise.all(mutants.map((mutant) => limit(tryOne, mutant)));
    trial.figure(
      `${count} of ${mutants.length} conditions on the organization, left out in turn, were noticed`,
    );
    for (const { name, why } of secondWalls)
      if (mutants.some((mutant) => name.test(mutant.name))) trial.figure(`need not be noticed: ${why}`);
  },
};
