/** The service beside two others that do the same work in the same run: one written by hand, one of the stock parts. */
import { Figures, isQuick, withDatabase } from './bench.ts';
import { fill, unwire } from './requests/fixture.ts';
import type { Work } from './requests/load.ts';
import { processorSeconds, startLoad, startServer, statusMegabytes } from './requests/processes.ts';

const organizations = isQuick ? 2_000 : 40_000;
// Many short rounds: what else the machine does then meets all of them alike.
const rounds = isQuick ? 1 : 15;
const seconds = isQuick ? 1.3 : 1.6;

const programs = {
  ours: 'build/programs/server.js',
  'hand-written': 'build/bench/hand-written.js',
  stock: 'build/bench/stock.js',
};

/** The least that our requests per second may be, divided by those of the others. */
const bounds: Record<Work, { readonly 'hand-written': number; readonly stock?: number }> = {
  'read a client': { 'hand-written': 0.8, stock: 3 },
  'list 20 clients': { 'hand-written': 0.75, stock: 2.5 },
  'create a client': { 'hand-written': 0.8, stock: 2.5 },
  'update a client': { 'hand-written': 0.8, stock: 2.5 },
  'the same read over /trpc': { 'hand-written': 0.75 },
};
const works = Object.keys(bounds) as Work[];
const rowOf = (work: Work) => `${work}, requests per second`;

await withDatabase(async (databaseUrl) => {
  await fill(databaseUrl, organizations);
  const servers: { name: string; url: string; pid: number }[] = [];
  for (const [name, program] of Object.entries(programs))
    servers.push({ name, ...(await startServer(databaseUrl, {}, program)) });
  const load = startLoad();

  async function run(work: Work, { name, pid, url }: (typeof servers)[number], length: { seconds?: number }) {
    if (work === 'create a client') await unwire(databaseUrl);
    const before = processorSeconds(pid);
    // The others have no /trpc.
    const own = name !== 'ours' && work === 'the same read over /trpc' ? 'read a client' : work;
    const { perSecond, served } = await load.run({ url, work: own, organizations, ...length });
    return { perSecond, microseconds: ((processorSeconds(pid) - before) * 1e6) / served };
  }

  // A warm-up, in which the reads look up each token once.
  for (const work of works)
    for (const server of servers) await run(work, server, work === 'read a client' ? {} : { seconds });

  const figures = new Figures();
  for (let round = 0; round < rounds; round += 1) {
    for (const work of works)
      for (const server of servers) {
        const { perSecond, microseconds } = await run(work, server, { seconds });
        figures.add(rowOf(work), server.name, perSecond);
        figures.add(`${work}, µs of processor time`, server.name, microseconds);
      }
    servers.push(...servers.splice(0, 1)); // Each is the first in turn.
  }
  for (const { name, pid } of servers)
    figures.add('resident memory at its peak, MB', name, statusMegabytes(pid, 'VmHWM'));
  const ratiosOf = (work: Work) =>
    Object.entries(bounds[work]).map(([to, atLeast]) => ({ row: rowOf(work), column: 'ours', to, atLeast }));
  figures.report(works.flatMap(ratiosOf));
});
