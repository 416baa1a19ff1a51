import { processEnvironment } from '../../src/config.ts';
import { emptyDatabase } from '../../test/support/empty-database.ts';
import { fill } from './fixture.ts';
import { bundle, type Load, type Server, startLoad, startServer } from './processes.ts';

export const isQuick = process.argv.includes('--quick');
const isJson = process.argv.includes('--json');

/** Tells of the progress, with the seconds since the start. */
export const say = (line: string) =>
  process.stderr.write(`${(performance.now() / 1_000).toFixed(0)} s: ${line}\n`);

/** Prints the result: the figures as one JSON document with `--json`, else the text. */
export const print = (figures: object, text: string) =>
  process.stdout.write(isJson ? `${JSON.stringify(figures)}\n` : text);

export const programs = {
  ours: 'build/bench/server.js',
  'hand-written': 'build/bench/hand-written.js',
  stock: 'build/bench/stock.js',
} as const;

const sources = ['src/server.ts', 'bench/requests/hand-written.ts', 'bench/requests/stock.ts'];

export interface Bench {
  readonly databaseUrl: string;
  readonly load: Load;
  /** Starts one of the programs on the database, with the settings given. */
  start(program: string, settings?: Record<string, string>): Promise<Server>;
}

/** Does `work` with a database of its own, filled; whatever happens, ends what was started and drops the database. */
export async function withBench(organizations: number, work: (bench: Bench) => Promise<void>): Promise<void> {
  const {
    DATABASE_URL = 'postgres://postgres@127.0.0.1:5432/postgres',
    REDIS_URL = 'redis://127.0.0.1:6379',
  } = processEnvironment;
  const { url, drop } = await emptyDatabase(DATABASE_URL);
  const load = startLoad();
  const servers: Server[] = [];
  async function start(program: string, settings = {}): Promise<Server> {
    const server = await startServer(program, { DATABASE_URL: url, REDIS_URL, ...settings });
    servers.push(server);
    return server;
  }
  try {
    bundle(sources);
    say(`making ${organizations} organizations`);
    await fill(url, organizations);
    await work({ databaseUrl: url, load, start });
  } finally {
    load.stop();
    await Promise.all(servers.map((server) => server.stop()));
    await drop();
  }
}
