/**
 * The service beside two others that do the same work, on the same PostgreSQL, Redis and machine, in the same run: one
 * written by hand without tRPC, Zod and Drizzle, and one of the stock parts as their manuals put them together.
 *
 * `npm run bench`, with `-- --quick` for a run of two minutes and `-- --json` for one JSON document. Linux only.
 * `DATABASE_URL` names any database of the server to use; a database of its own is made there, and dropped. `REDIS_URL`
 * is the Redis to use.
 */
import { isQuick, print, programs, say, withBench } from './requests/bench.ts';
import { unwire } from './requests/fixture.ts';
import type { Seen, Work } from './requests/load.ts';
import { type Comparison, compare, median, rounded, table } from './statistics.ts';

const organizations = isQuick ? 10_000 : 40_000;
// Many short rounds: what else the machine does then meets all of them alike.
const rounds = isQuick ? 3 : 15;
const seconds = isQuick ? 1.3 : 1.6;

type Name = keyof typeof programs;
const names: readonly Name[] = ['ours', 'hand-written', 'stock'];
/** Those whose latency and memory are compared. */
const compared = ['ours', 'hand-written'] as const;

const readOverTrpc = 'the same read over /trpc';
const works: readonly Work[] = [
  'read a client',
  'list 20 clients',
  'create a client',
  'update a client',
  readOverTrpc,
];

/** Which program does which work: only ours has `/trpc`. */
const does = (name: Name, work: Work) => name === 'ours' || work !== readOverTrpc;

const inTurn = (round: number) => names.map((_, at) => names[(at + round) % names.length] ?? 'ours');

const latency = 'p99 of reading at 70% of its peak';
const memory = 'resident memory';

interface Entry extends Comparison {
  readonly work: string;
  readonly versus: Name;
}

await withBench(organizations, async ({ databaseUrl, load, start }) => {
  const servers = {
    ours: await start(programs.ours),
    'hand-written': await start(programs['hand-written']),
    stock: await start(programs.stock),
  };
  const rates = new Map<string, number[]>();
  const ratesOf = (work: Work, name: Name) => rates.get(`${work}, ${name}`) ?? [];

  async function run(work: Work, name: Name, length: { seconds?: number }): Promise<number> {
    if (work === 'create a client') await unwire(databaseUrl);
    const { perSecond } = await load.run({ url: servers[name].url, work, organizations, ...length });
    return perSecond;
  }

  say('warming up, with each token once');
  for (const work of works) {
    for (const name of names)
      if (does(name, work)) await run(work, name, work === 'read a client' ? {} : { seconds });
  }

  const peaks = { ours: [] as number[], 'hand-written': [] as number[] };
  const notePeaks = () => {
    for (const name of compared) peaks[name].push(servers[name].peakMegabytes());
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const work of works) {
      for (const name of inTurn(round)) {
        if (!does(name, work)) continue;
        const rate = await run(work, name, { seconds });
        rates.set(`${work}, ${name}`, [...ratesOf(work, name), rate]);
        say(`round ${round + 1} of ${rounds}: ${work}, ${name}: ${rate.toFixed(0)}/s`);
      }
    }
    notePeaks();
  }

  const rate = 0.7 * median(ratesOf('read a client', 'hand-written'));
  const paced = { ours: [] as Seen[], 'hand-written': [] as Seen[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of inTurn(round)) {
      if (name === 'stock') continue;
      const seen = await load.run({
        url: servers[name].url,
        work: 'read a client',
        organizations,
        seconds,
        rate,
      });
      paced[name].push(seen);
      say(
        `round ${round + 1} of ${rounds}: ${seen.perSecond.toFixed(0)}/s, ${name}: p99 ${seen.p99.toFixed(1)} ms`,
      );
    }
  }

  notePeaks();
  const p99 = (name: 'ours' | 'hand-written') => paced[name].map((seen) => seen.p99);
  const peak = (name: 'ours' | 'hand-written') => Math.max(...peaks[name]);
  const tooSlow = compared.filter((name) => median(paced[name].map((seen) => seen.perSecond)) < 0.95 * rate);

  const ratios: Entry[] = [];
  for (const work of works) {
    for (const versus of ['hand-written', 'stock'] as const) {
      if (work === readOverTrpc && versus === 'stock') continue;
      const other = ratesOf(work === readOverTrpc ? 'read a client' : work, versus);
      ratios.push({ work, versus, ...compare(ratesOf(work, 'ours'), other) });
    }
  }
  ratios.push(
    { work: latency, versus: 'hand-written', ...compare(p99('ours'), p99('hand-written')) },
    {
      work: memory,
      versus: 'hand-written',
      ...compare(peaks.ours, peaks['hand-written']),
      median: rounded(peak('ours') / peak('hand-written'), 2),
    },
  );
  const perSecond = works.flatMap((work) =>
    names
      .filter((name) => does(name, work))
      .map((server) => ({ work, server, median: rounded(median(ratesOf(work, server)), 0) })),
  );
  print(
    { ratios, perSecond, organizations, rounds, seconds },
    table([
      ['requests per second, median', ...names],
      ...works.map((work) => [
        work,
        ...names.map((name) => (does(name, work) ? median(ratesOf(work, name)).toFixed(0) : '')),
      ]),
      ['less is better:', '', '', ''],
      [`${latency}, ms`, ...compared.map((name) => median(p99(name)).toFixed(1)), ''],
      [`${memory}, peak, MB`, ...compared.map((name) => peak(name).toFixed(0)), ''],
    ]) +
      tooSlow.map((name) => `${name} did not keep up with these 70%: its p99 grows with the run\n`).join('') +
      '\n' +
      table([
        ['ours to the other', 'other', 'median', 'lowest', 'highest'],
        ...ratios.map(({ work, versus, median, low, high }) => [
          work === latency || work === memory ? `${work} (less is better)` : work,
          versus,
          ...[median, low, high].map((ratio) => ratio.toFixed(2)),
        ]),
      ]),
  );
});
