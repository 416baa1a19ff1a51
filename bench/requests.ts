/**
 * The service beside two others that do the same work, on the same PostgreSQL, Redis and machine, in the same run: one
 * written by hand without tRPC, Zod and Drizzle, and one of the stock parts as their manuals put them together.
 *
 * `npm run bench`, with `-- --quick` for a run of two minutes and `-- --json` for one JSON document.
 * `DATABASE_URL` names any database of the server to use; a database of its own is made there, and dropped. `REDIS_URL`
 * is the Redis to use.
 */
import { processEnvironment } from '../src/config.ts';
import { emptyDatabase } from '../test/support/empty-database.ts';
import { fill, unwire } from './requests/fixture.ts';
import type { Work } from './requests/load.ts';
import { type Server, startLoad, startServer } from './requests/processes.ts';
import { median, rounded } from './statistics.ts';

const isQuick = process.argv.includes('--quick');
const isJson = process.argv.includes('--json');
const rounds = isQuick ? 3 : 5;
const seconds = isQuick ? 1.5 : 5;

const programs = {
  ours: 'src/server.ts',
  'hand-written': 'bench/requests/hand-written.ts',
  stock: 'bench/requests/stock.ts',
} as const;
type Name = keyof typeof programs;
const names = Object.keys(programs) as Name[];

const works: readonly Work[] = [
  'read a client',
  'list 20 clients',
  'create a client',
  'update a client',
  'read a client over /trpc',
];

/** Which program does which work: only ours has `/trpc`. */
const does = (name: Name, work: Work) => name === 'ours' || work !== 'read a client over /trpc';
