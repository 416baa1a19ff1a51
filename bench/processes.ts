/**
 * One and two processes of the service on one PostgreSQL and one Redis: whether the limits hold exactly across two, how
 * many reads per second one and two answer, and where the processor time goes.
 *
 * `npm run bench:processes`, with `-- --quick` for a short run and `-- --json` for one JSON document. Linux only.
 * `DATABASE_URL` names any database of the server to use; a database of its own is made there, and dropped. `REDIS_URL`
 * is the Redis to use.
 */
import { availableParallelism } from 'node:os';
import { isQuick, print, programs, say, withBench } from './requests/bench.ts';
import { clientOf, tokenOf } from './requests/fixture.ts';
import { processorSeconds, processorSecondsOf } from './requests/processes.ts';
import { compare, median, rounded, table } from './statistics.ts';

const organizations = isQuick ? 2_000 : 40_000;
const repetitions = isQuick ? 50 : 500;
const rounds = isQuick ? 1 : 5;
const seconds = isQuick ? 2 : 10;

/** Three operations, each by its path for an organization. */
const operations = {
  'clients.get': (organization: number) => `/v1/clients/${clientOf(organization)}`,
  'clients.list': () => '/v1/clients',
  'organization.get': () => '/v1/organization',
};

// The organizations that reach their limits are not those that the load then uses.
await withBench(organizations + 2 * repetitions, async ({ load, start }) => {
  // On a busy machine Redis must not count as down, nor requests be shed: limits are exact while neither happens.
  const patient = { REDIS_TIMEOUT_MS: '5000', MAX_QUEUE_WAIT_MS: '60000' };
  const servers = [await start(programs.ours, patient), await start(programs.ours, patient)];
  const urls = servers.map(({ url }) => url);

  /** Makes the same requests of both processes at once; tells how many were admitted. */
  async function admitted(organization: number, paths: readonly string[]): Promise<number> {
    const headers = { authorization: `Bearer ${tokenOf(organization)}` };
    const startedAt = performance.now();
    const statuses = await Promise.all(
      paths.flatMap((path) =>
        urls.map(async (url) => {
          const response = await fetch(`${url}${path}`, { headers });
          await response.arrayBuffer();
          return response.status;
        }),
      ),
    );
    if (performance.now() - startedAt > 30_000) throw new Error('The requests took too long for one window.');
    const wrong = statuses.find((status) => status !== 200 && status !== 429);
    if (wrong !== undefined) throw new Error(`A request was answered with ${wrong}.`);
    return statuses.filter((status) => status === 200).length;
  }

  /** Counts the repetitions by the number of admitted requests; each repetition is an organization of its own. */
  async function countsOf(paths: (organization: number) => string[], first: number) {
    const counts: Record<number, number> = {};
    for (let organization = first; organization < first + repetitions; organization += 1) {
      const count = await admitted(organization, paths(organization));
      counts[count] = (counts[count] ?? 0) + 1;
    }
    return counts;
  }

  const each = Object.values(operations);
  say(`${repetitions} times 200 requests of one operation at once, and 240 of three`);
  const limits = {
    repetitions,
    admittedOfOneOperation: await countsOf(
      (organization) => Array.from({ length: 100 }, () => operations['clients.get'](organization)),
      organizations,
    ),
    admittedOfAll: await countsOf(
      (organization) => Array.from({ length: 40 }, () => each.map((path) => path(organization))).flat(),
      organizations + repetitions,
    ),
  };

  const parts = {
    server: () => servers.reduce((sum, { pid }) => sum + processorSeconds(pid), 0),
    postgres: () => processorSecondsOf('postgres'),
    redis: () => processorSecondsOf('redis-server'),
    generator: () => processorSeconds(load.pid),
  };
  type Part = keyof typeof parts;
  const partNames = ['server', 'postgres', 'redis', 'generator'] as const satisfies readonly Part[];
  const none = () => ({ server: [], postgres: [], redis: [], generator: [] });

  const read = { work: 'read a client', organizations } as const;
  say('warming up, with each token once');
  await load.run({ ...read, url: urls });

  const perSecond = { one: [] as number[], two: [] as number[] };
  /** Processor time per request, in microseconds. */
  const times: Record<'one' | 'two', Record<Part, number[]>> = { one: none(), two: none() };
  for (let round = 0; round < rounds; round += 1) {
    // The one takes turns too, and so does the order.
    const one = urls[round % urls.length] ?? '';
    const inTurn = round % 2 === 0 ? (['one', 'two'] as const) : (['two', 'one'] as const);
    for (const name of inTurn) {
      const before = partNames.map((part) => parts[part]());
      const seen = await load.run({ ...read, url: name === 'one' ? one : urls, seconds });
      perSecond[name].push(seen.perSecond);
      say(`round ${round + 1} of ${rounds}: ${name}: ${seen.perSecond.toFixed(0)}/s`);
      for (const [at, part] of partNames.entries())
        times[name][part].push(((parts[part]() - (before[at] ?? 0)) * 1e6) / seen.requests);
    }
  }

  const cores = availableParallelism();
  const microseconds = partNames.map((part) => ({
    part,
    one: rounded(median(times.one[part]), 0),
    two: rounded(median(times.two[part]), 0),
  }));
  const rateOfTwo = 2e6 / median(times.two.server);
  const computed = {
    onePerSecond: rounded(1e6 / median(times.one.server), 0),
    twoPerSecond: rounded(rateOfTwo, 0),
    coresOfPostgres: rounded((rateOfTwo * median(times.two.postgres)) / 1e6, 2),
    coresOfRedis: rounded((rateOfTwo * median(times.two.redis)) / 1e6, 2),
  };
  const ratio = {
    work: read.work,
    of: 'two processes',
    versus: 'one process',
    ...compare(perSecond.two, perSecond.one),
  };
  const medians = { one: rounded(median(perSecond.one), 0), two: rounded(median(perSecond.two), 0) };
  const counts = (of: Record<number, number>) =>
    Object.entries(of)
      .map(([count, times]) => `${count} (${times} times)`)
      .join(', ');
  const sumOf = (name: 'one' | 'two') => `${microseconds.reduce((sum, { [name]: time }) => sum + time, 0)}`;
  print(
    {
      limits,
      ratios: [ratio],
      perSecond: medians,
      microseconds,
      computed,
      cores,
      organizations,
      rounds,
      seconds,
    },
    `Admitted across two processes, of ${repetitions} organizations each:
  one operation, limit 50:   ${counts(limits.admittedOfOneOperation)}
  all operations, limit 100: ${counts(limits.admittedOfAll)}

${table([
  [`${read.work}, on ${cores} cores`, 'requests per second, median'],
  ['one process', `${medians.one}`],
  ['two processes', `${medians.two}`],
  [
    'ratio (lowest, highest)',
    `${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)}, ${ratio.high.toFixed(2)})`,
  ],
])}
${table([
  ['processor time per request, µs', 'one process', 'two'],
  ...microseconds.map(({ part, one, two }) => [part, `${one}`, `${two}`]),
  ['all', sumOf('one'), sumOf('two')],
])}
Computed from these times, not measured: with the load, PostgreSQL and Redis on other machines, and a core for each
process of the server, one would answer ${computed.onePerSecond} requests per second and two ${computed.twoPerSecond}. For the two, PostgreSQL would need
${computed.coresOfPostgres} cores and Redis, which has one, ${computed.coresOfRedis}.
`,
  );
  const areExact =
    limits.admittedOfOneOperation[50] === repetitions && limits.admittedOfAll[100] === repetitions;
  if (!areExact) throw new Error('The limits did not hold exactly across two processes.');
});
