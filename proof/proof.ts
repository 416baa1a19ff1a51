/**
 * Tries to break the promises with real servers and real faults, and prints a table of figures. Exits with 1 if a promise
 * is broken or could not be tried.
 *
 * `npm run proof` runs all parts, `npm run proof -- NAME…` these. It needs Linux and the programs of PostgreSQL and Redis,
 * since it starts, kills and freezes servers of its own; `DATABASE_URL` and `REDIS_URL` name those for what needs no fault.
 * `FUZZ_SEED` repeats the inputs of an earlier run of `fuzz`, or one of them (`1234:56`).
 */
import { reasonOf } from '../src/core/reason.ts';
import { NotRun, type Part, type Trial } from './part.ts';
import { parts } from './parts.ts';

/** Runs a part and prints its figures. Returns whether the promise is kept. */
async function runPart(name: string, { promise, run }: Part): Promise<boolean> {
  const say = (line: string) => void process.stderr.write(`${name}: ${line}\n`);
  say(promise);
  const figures: string[] = [];
  const broken: string[] = [];
  const closings: (() => unknown)[] = [];
  const startedAt = performance.now();
  let outcome = 'BROKEN';
  const trial: Trial = {
    figure: (text) => void figures.push(text),
    expect(holds, otherwise) {
      if (holds) return;
      broken.push(otherwise);
      if (broken.length <= 20) say(`BROKEN: ${otherwise}`);
    },
    say,
    atEnd: (close) => void closings.push(close),
  };
  try {
    await run(trial);
  } catch (error) {
    if (error instanceof NotRun) outcome = 'NOT RUN';
    else say(error instanceof Error ? (error.stack ?? '') : String(error));
    broken.push(reasonOf(error));
  }
  for (const close of closings.reverse()) await close();
  if (broken.length === 0) outcome = 'kept';
  const seconds = `${Math.round((performance.now() - startedAt) / 1_000)} s`;
  process.stdout.write(`${name.padEnd(16)} ${outcome.padEnd(8)} ${seconds.padStart(6)}  ${promise}\n`);
  for (const text of [...figures, ...broken.slice(0, 5)]) process.stdout.write(`${' '.repeat(34)}${text}\n`);
  return outcome === 'kept';
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in parts));
if (unknown.length > 0) {
  process.stderr.write(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.\n`);
  process.exit(2);
}
let isKept = true;
for (const [name, part] of Object.entries(parts))
  if (names.length === 0 || names.includes(name)) isKept = (await runPart(name, part)) && isKept;
process.exit(isKept ? 0 : 1);
