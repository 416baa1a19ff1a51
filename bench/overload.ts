/** Reads sent at twice the rate that the server can serve, under limits that nothing reaches. */
import { Figures, isQuick, unlimited, withDatabase } from './bench.ts';
import { fill } from './requests/fixture.ts';
import { processorSeconds, startLoad, startServer } from './requests/processes.ts';

await withDatabase(async (databaseUrl) => {
  await fill(databaseUrl, 2_000);
  const { url, pid } = await startServer(databaseUrl, unlimited);
  const load = startLoad();
  const figures = new Figures();
  const work = { url, work: 'read a client', organizations: 2_000 } as const;
  async function run(column: string, length: { seconds: number; rate?: number }) {
    const before = processorSeconds(pid);
    const seen = await load.run({ ...work, ...length });
    figures.add('served per second', column, seen.perSecond);
    figures.add('served per processor second', column, seen.served / (processorSeconds(pid) - before));
    figures.add('p99 of the served, ms', column, seen.p99Ms);
    figures.add('share of 503', column, seen.refused / (seen.served + seen.refused));
    return seen.perSecond;
  }

  await load.run(work);
  for (let round = 0; round < (isQuick ? 2 : 5); round += 1) {
    const capacity = await run('at capacity', { seconds: isQuick ? 2 : 5 });
    await run('overloaded', { seconds: isQuick ? 3 : 20, rate: 2 * capacity });
  }
  figures.report([{ row: 'served per second', column: 'overloaded', to: 'at capacity', atLeast: 0.9 }]);
});
