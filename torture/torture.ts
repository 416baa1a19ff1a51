/**
 * Tries to break what the service promises, with real servers and real faults, and prints a table of figures. Ends with
 * 1 when a promise is broken, or could not be tried; promises of time and speed count in the full form only.
 *
 * `npm run torture`, with `-- --quick` for a small form of all parts in some seven minutes, `-- --json` for one JSON document,
 * and names of parts to run only these. Linux, with the programs of PostgreSQL and Redis installed: servers of its own
 * are started, stopped, killed and frozen. `DATABASE_URL` and `REDIS_URL` name the engines for what needs no fault.
 * `FUZZ_SEED` tries the inputs of an earlier run of `fuzz` again, or one of them (`1234:56`).
 */
import { parseArgs } from 'node:util';
import { reasonOf } from '../src/core/reason.ts';
import { NotRun, type Part, type Trial } from './part.ts';
import { parts } from './parts.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
});

interface Result {
  readonly part: string;
  readonly promise: string;
  readonly outcome: 'kept' | 'late' | 'BROKEN' | 'NOT RUN';
  readonly figures: readonly string[];
  readonly broken: readonly string[];
  /** The promises of time and speed that were not kept in the quick form. */
  readonly late: readonly string[];
  readonly seconds: number;
}

async function tried(name: string, part: Part): Promise<Result> {
  const figures: string[] = [];
  const broken: string[] = [];
  const late: string[] = [];
  const closings: (() => unknown)[] = [];
  const startedAt = performance.now();
  let outcome: Result['outcome'] = 'kept';
  const trial: Trial = {
    isQuick: values.quick,
    figure: (text) => figures.push(text),
    expect(holds, otherwise) {
      if (!holds) broken.push(otherwise);
    },
    expectInTime(holds, otherwise) {
      if (!holds) (values.quick ? late : broken).push(otherwise);
    },
    say: (line) => process.stderr.write(`${name}: ${line}\n`),
    atEnd: (close) => closings.push(close),
  };
  try {
    await part.run(trial);
  } catch (error) {
    if (error instanceof NotRun) outcome = 'NOT RUN';
    broken.push(error instanceof NotRun ? error.message : `the trial failed: ${reasonOf(error)}`);
    if (!(error instanceof NotRun)) trial.say(error instanceof Error ? (error.stack ?? '') : String(error));
  }
  for (const close of closings.reverse()) await close();
  if (broken.length > 0 && outcome === 'kept') outcome = 'BROKEN';
  if (late.length > 0 && outcome === 'kept') outcome = 'late';
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  return { part: name, promise: part.promise, outcome, figures, broken, late, seconds };
}

const unknown = positionals.filter((name) => !(name in parts));
if (unknown.length > 0) {
  process.stderr.write(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.\n`);
  process.exit(2);
}

const chosen = Object.entries(parts).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
const results: Result[] = [];
for (const [name, part] of chosen) {
  process.stderr.write(`${name}: ${part.promise}\n`);
  const result = await tried(name, part);
  for (const what of result.broken.slice(0, 20))
    process.stderr.write(`${name}: ${result.outcome}: ${what}\n`);
  results.push(result);
}

if (values.json) process.stdout.write(`${JSON.stringify({ quick: values.quick, parts: results })}\n`);
else {
  for (const { part, outcome, promise, seconds, figures, broken, late } of results) {
    process.stdout.write(
      `${part.padEnd(16)} ${outcome.padEnd(8)} ${`${seconds} s`.padStart(6)}  ${promise}\n`,
    );
    for (const text of [...figures, ...broken.slice(0, 5), ...late.map((text) => `late: ${text}`)])
      process.stdout.write(`${' '.repeat(34)}${text}\n`);
  }
}
process.exit(results.every(({ outcome }) => outcome === 'kept' || outcome === 'late') ? 0 : 1);
