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
import { newDatabase } from '../support/engines.ts';

/** Conditions that change nothing when they are left out, since another one holds. */
const secondWalls: readonly { readonly name: RegExp; readonly why: string }[] = [
  { name: /^tokens\.get$/, why: "the user's id that it reads is looked for in the organization only" },
  {
    name: /^activities\/queries\.ts:\d+: db \.select\( \{ clientId: clients\.id, counts/,
    why: 'it counts for the ids that it is given, and in the organization only',
  },
  {
    name: /^activities\/queries\.ts:\d+: newest\.|^connections\/unassigned\.ts:\d+: later\.|^core\/db\/delete-in-batches\.ts:\d+: db \.select/,
    why: 'it bounds how many rows of the organization are read at once',
  },
  {
    name: /^activities\.unassigned$/,
    why: 'what it reads of others, activities.assign does not write',
  },
  {
    name: /^users\/queries\.ts:\d+: db\.select\( namedColumns, users, sql`\$\{users\.id\} = any\(array/,
    why: 'the ids that it looks up are of the organization already',
  },
  {
    name: /^tokens\.names$/,
    why: 'it is asked only for tokens of audit entries of the organization',
  },
  {
    name: /^erasure\/.+( rows\)| isSame\)| isPicked\))$/,
    why: 'the rows that it is given are of the organization already',
  },
  {
    name: /^connections\/rotate\.ts:\d+: /,
    why: 'it goes through all organizations, and a secret is encrypted for one of them',
  },
  {
    name: /^organization-data\/import\.ts:\d+: .+ isImportedBy\(run\)\)$/,
    why: 'a run of an import has one organization only',
  },
];

export const isolation: Part = {
  promise:
    'what is of another organization cannot be read or written; every condition on it that is left out is noticed',
  async run(trial) {
    const url = await newDatabase(trial);
    const world = await makeWorld(url);
    await buildMutants(trial, ['src/server.ts', 'proof/isolation/admin-actions.ts']);
    const { noticed: breach, calls } = await tryAll(world, { name: 'none' });
    trial.expect(breach === undefined, `with nothing left out: ${breach}`);
    trial.expect(calls > 200, `only ${calls} calls were made`);
    trial.figure(`${calls} calls, and what the administrator and the background work do: nothing of others`);

    const inDatabase = await findDatabaseMutants(url);
    trial.expect(inDatabase.length > 0, 'no condition was found in the functions of the database');
    const mutants = [...findMutants(), ...inDatabase];
    for (const { name } of secondWalls)
      trial.expect(
        mutants.some((mutant) => name.test(mutant.name)),
        `nothing is exempted by ${name}`,
      );
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
      `of ${mutants.length} conditions on the organization, left out in turn, ${counts.calls} were noticed by these calls and actions, and ${counts.tests} by tests`,
    );
    for (const { why } of secondWalls) trial.figure(`not tried: ${why}`);
  },
};

/** Tests that use all modules; the first names to each operation what is foreign. */
const general = [
  'test/operations.test.ts',
  'test/lists.test.ts',
  'test/cli/',
  'test/erasure/',
  'test/overview/',
];

const foldersTried = new Map<string, Promise<number>>();

/** Runs the tests of a condition's module without it, then general ones. @throws if they fail with nothing left out, or do not run */
async function isNoticedByTests({ name }: Mutant): Promise<boolean> {
  const module = name.split(/[./]/)[0]?.replace('rules', 'clients') ?? '';
  const own = name.startsWith('core/') ? 'test/core/' : `test/${module}/`;
  for (const folder of [own, ...general].filter(existsSync)) {
    const intact = foldersTried.get(folder) ?? countFailures(folder, 'none');
    foldersTried.set(folder, intact);
    if ((await intact) > 0) throw new Error(`Tests in ${folder} fail with nothing left out.`);
    if ((await countFailures(folder, name)) > 0) return true;
  }
  return false;
}

/** Runs the tests of a folder with a condition left out; the number of those that failed. */
function countFailures(folder: string, name: string): Promise<number> {
  const options = '--config proof/isolation/vitest.config.ts --root . --project embedded --bail 1'.split(' ');
  const words = ['node_modules/vitest/vitest.mjs', 'run', ...options, folder];
  const environment = { env: { ...processEnvironment, [leftOut]: name }, maxBuffer: 2 ** 27 };
  return new Promise((resolve, reject) =>
    execFile(process.execPath, words, environment, (_failure, printed, errors) => {
      const { numTotalTests = 0, numFailedTests = 0, numFailedTestSuites = 0 } = resultIn(printed);
      if (numTotalTests === 0)
        reject(new Error(`The tests in ${folder} did not run: ${errors.slice(0, 500)}`));
      else resolve(numFailedTests + numFailedTestSuites);
    }),
  );
}

/** The counts in what the JSON reporter prints. */
function resultIn(printed: string): Partial<Record<string, number>> {
  const [json = '{}'] = /^\{.*\}$/ms.exec(printed) ?? [];
  return JSON.parse(json);
}
