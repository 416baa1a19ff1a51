/**
 * The parts that all benches share. Each bench makes databases of its own on the server of `DATABASE_URL`, as a
 * superuser, and drops them; `REDIS_URL` is the Redis to use. With `--quick` a bench is short and only reports; with
 * `--json` it prints one JSON document. Linux only.
 */
import { Console } from 'node:console';
import { processEnvironment } from '../src/config.ts';
import { emptyDatabase } from '../test/support/empty-database.ts';
import { stopAll } from './requests/processes.ts';
import { median } from './statistics.ts';

export const isQuick = process.argv.includes('--quick');
const high = '1000000';
/** Limits that no bench reaches; they are counted as ever. */
export const unlimited = { RATE_LIMIT_ORGANIZATION_PER_MINUTE: high, RATE_LIMIT_ENDPOINT_PER_MINUTE: high };

/** Tells of the progress, with the seconds since the start. */
const say = (line: string) => process.stderr.write(`${(performance.now() / 1_000).toFixed(0)} s: ${line}\n`);

/** Does `work` with an empty database; at the end, stops all processes and drops the database. */
export async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const { DATABASE_URL = 'postgres://postgres@127.0.0.1:5432/postgres' } = processEnvironment;
  const { url, drop } = await emptyDatabase(DATABASE_URL);
  try {
    await work(url);
  } finally {
    await stopAll();
    await drop();
  }
}

/** Two columns of a row to divide; a bench fails if the ratio is out of bounds. */
type Ratio = { row: string; column: string; to: string; atLeast?: number; atMost?: number };
const rounded = (value: number) => (value < 100 ? Number(value.toPrecision(3)) : Math.round(value));

/** The values that a bench measures, by the rows and columns of its table. */
export class Figures {
  readonly #rows: Record<string, Record<string, number[]>> = {};

  /** Adds the value of one round. */
  add(row: string, column: string, value: number): void {
    const columns = this.#rows[row] ?? {};
    this.#rows[row] = { ...columns, [column]: [...(columns[column] ?? []), value] };
    say(`${row}, ${column}: ${rounded(value)}`);
  }

  /** Prints the medians and ratios. Sets the exit code to 1 if a ratio is out of bounds, unless the bench is short. */
  report(ratios: readonly Ratio[]): void {
    const medians = mapped(this.#rows, (columns) => mapped(columns, (values) => rounded(median(values))));
    const compared = ratios.map(({ row, column, to, atLeast, atMost }) => {
      const { [column]: values = [], [to]: others = [] } = this.#rows[row] ?? {};
      const rounds = values.map((value, round) => value / (others[round] ?? Number.NaN));
      const ratio = median(values) / median(others);
      return {
        ratio: `${row}, ${column} to ${to}`,
        median: rounded(ratio),
        lowest: rounded(Math.min(...rounds)),
        highest: rounded(Math.max(...rounds)),
        bound: atLeast ?? atMost,
        isOutside: ratio < (atLeast ?? 0) || ratio > (atMost ?? Number.POSITIVE_INFINITY),
      };
    });
    const out = new Console(process.stdout);
    if (process.argv.includes('--json')) out.log(JSON.stringify({ isQuick, medians, ratios: compared }));
    else for (const figures of [medians, compared]) out.table(figures);
    // Few short rounds on a busy machine say too little to fail.
    if (!isQuick && compared.some(({ isOutside }) => isOutside)) process.exitCode = 1;
  }
}

const mapped = <T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
