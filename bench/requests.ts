/**
 * The service beside two others that do the same work, on the same PostgreSQL, Redis and machine, in the same run: one
 * written by hand without tRPC, Zod and Drizzle, and one of the stock parts as their manuals put them together. Ends with
 * 1 when a ratio of the medians is below its bound.
 *
 * `npm run bench`, with `-- --quick` for a run of a minute that only reports, and `-- --json` for one JSON document.
 * Linux only. `DATABASE_URL` names any database of the server to use; a database of its own is made there, and dropped.
 * `REDIS_URL` is the Redis to use.
 */
import { isQuick, print, programs, say, withBench } from './requests/bench.ts';
import { unwire } from './requests/fixture.ts';
import type { Work } from './requests/load.ts';
import { processorSeconds } from './requests/processes.ts';
import { compare, median, rounded, table } from './statistics.ts';

const organizations = isQuick ? 2_000 : 40_000;
// Many short rounds: what else the machine does then meets all of them alike.
const rounds = isQuick ? 1 : 15;
const seconds = isQuick ? 1.3 : 1.6;

type Name = keyof typeof programs;
const names: readonly Name[] = ['ours', 'hand-written', 'stock'];

/** The least that our requests per second may be, divided by those of the others. The others have no `/trpc`. */
const bounds: Record<Work, { readonly 'hand-written': number; readonly stock?: number }> = {
  'read a client': { 'hand-written': 0.8, stock: 3 },
  'list 20 clients': { 'hand-written': 0.75, stock: 2.5 },
  'create a client': { 'hand-written': 0.8, stock: 2.5 },
  'update a client': { 'hand-written': 0.8, stock: 2.5 },
  'the same read over /trpc': { 'hand-written': 0.75 },
};
const works = Object.keys(bounds) as Work[];

const does = (name: Name, work: Work) => name === 'ours' || work !== 'the same read over /trpc';
/** The work of the others that ours is compared with. */
const sameWork = (work: Work): Work => (work === 'the same read over /trpc' ? 'read a client' : work);
const inTurn = (round: number) => names.map((_, at) => names[(at + round) % names.length] ?? 'ours');

interface Measured {
  readonly perSecond: number;
  /** Processor time of the server for each request. */
  readonly microseconds: number;
}

await withBench(organizations, async ({ databaseUrl, load, start }) => {
  const servers = {
    ours: await start(programs.ours),
    'hand-written': await start(programs['hand-written']),
    stock: await start(programs.stock),
  };

  async function run(work: Work, name: Name, length: { seconds?: number }): Promise<Measured> {
    if (work === 'create a client') await unwire(databaseUrl);
    const { pid, url } = servers[name];
    const before = processorSeconds(pid);
    const { perSecond, requests } = await load.run({ url, work, organizations, ...length });
    return { perSecond, microseconds: ((processorSeconds(pid) - before) * 1e6) / requests };
  }

  say('warming up, with each token once');
  for (const work of works)
    for (const name of names)
      if (does(name, work)) await run(work, name, work === 'read a client' ? {} : { seconds });

  const measured = new Map<string, Measured[]>();
  const valuesOf = (work: Work, name: Name, value: keyof Measured) =>
    (measured.get(`${work}, ${name}`) ?? []).map((each) => each[value]);
  for (let round = 0; round < rounds; round += 1) {
    for (const work of works) {
      for (const name of inTurn(round)) {
        if (!does(name, work)) continue;
        const seen = await run(work, name, { seconds });
        measured.set(`${work}, ${name}`, [...(measured.get(`${work}, ${name}`) ?? []), seen]);
        say(`round ${round + 1} of ${rounds}: ${work}, ${name}: ${seen.perSecond.toFixed(0)}/s`);
      }
    }
  }

  const ratios = works.flatMap((work) =>
    (['hand-written', 'stock'] as const).flatMap((versus) => {
      const bound = bounds[work][versus];
      if (bound === undefined) return [];
      const ratio = compare(
        valuesOf(work, 'ours', 'perSecond'),
        valuesOf(sameWork(work), versus, 'perSecond'),
      );
      return { work, versus, ...ratio, bound, isBelow: ratio.median < bound };
    }),
  );
  const medians = works.flatMap((work) =>
    names
      .filter((name) => does(name, work))
      .map((server) => ({
        work,
        server,
        perSecond: rounded(median(valuesOf(work, server, 'perSecond')), 0),
        microseconds: rounded(median(valuesOf(work, server, 'microseconds')), 0),
      })),
  );
  const peakMegabytes = {
    ours: rounded(servers.ours.peakMegabytes(), 0),
    'hand-written': rounded(servers['hand-written'].peakMegabytes(), 0),
    stock: rounded(servers.stock.peakMegabytes(), 0),
  };
  const cell = (work: Work, name: Name, value: 'perSecond' | 'microseconds') =>
    `${medians.find((each) => each.work === work && each.server === name)?.[value] ?? ''}`;
  print(
    { ratios, medians, peakMegabytes, organizations, rounds, seconds },
    table([
      ['requests per second, median', ...names],
      ...works.map((work) => [work, ...names.map((name) => cell(work, name, 'perSecond'))]),
      ['processor time per request, µs, median', '', '', ''],
      ...works.map((work) => [work, ...names.map((name) => cell(work, name, 'microseconds'))]),
      ['resident memory at its peak, MB', ...names.map((name) => `${peakMegabytes[name]}`)],
    ]) +
      '\n' +
      table([
        ['requests per second, ours to', '', 'median', 'lowest', 'highest', 'bound', ''],
        ...ratios.map(({ work, versus, median, low, high, bound, isBelow }) => [
          work,
          versus,
          ...[median, low, high, bound].map((ratio) => ratio.toFixed(2)),
          isBelow ? 'below' : '',
        ]),
      ]),
  );
  // Ratios of a few short rounds on a busy machine say too little to fail a build.
  if (!isQuick && ratios.some(({ isBelow }) => isBelow)) process.exitCode = 1;
});
