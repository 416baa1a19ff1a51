import { randomInt } from 'node:crypto';
import { fill, tokenOf } from '../../bench/requests/fixture.ts';
import { faultOf, insideLog } from '../bad-input/answers.ts';
import { type Random, seeded } from '../bad-input/random.ts';
import { type Known, requestMaker, type Sent } from '../bad-input/requests.ts';
import { converse } from '../bad-input/wire.ts';
import type { Part, Trial } from '../part.ts';
import { sharedDatabase } from '../support/engines.ts';
import { type Server, startServer, unlimited } from '../support/server.ts';

/** The maximum growth of the memory in use over the second half of a server's requests, in megabytes. */
const maxGrowthMegabytes = 32;

export const badInput: Part = {
  promise: 'whatever is sent, the answer is sound, tells nothing of what is inside, and the server goes on',
  async run(trial) {
    const seed = randomInt(2 ** 32);
    trial.say(`the seed is ${seed}`);
    const random = seeded(seed);
    const url = await sharedDatabase(trial);
    await fill(url, 2);
    // One server tells everything in its log, which is then read; the other only what is wrong.
    const counts = [
      await send(trial, random, { url, logLevel: 'info', requests: 30_000 }),
      await send(trial, random, { url, logLevel: 'warn', requests: 120_000 }),
    ];
    const statuses: Record<string, number> = {};
    for (const each of counts)
      for (const [status, count] of each.statuses) statuses[status] = (statuses[status] ?? 0) + count;
    const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
    trial.expect((statuses[503] ?? 0) < total / 20, `${statuses[503]} of ${total} were answered 503`);
    trial.figure(`seed ${seed}; answers by status ${JSON.stringify(statuses)}`);
    for (const { memory } of counts) trial.figure(memory);
  },
};

interface Counts {
  readonly statuses: ReadonlyMap<number, number>;
  readonly memory: string;
}

async function send(
  trial: Trial,
  random: Random,
  options: { url: string; logLevel: string; requests: number },
): Promise<Counts> {
  const environment = { ...unlimited, DATABASE_URL: options.url, LOG_LEVEL: options.logLevel };
  const server = await startServer(trial, environment);
  const token = tokenOf(0);
  const make = requestMaker(random, await known(server, token));
  const statuses = new Map<number, number>();
  let made = 0;
  let halfway: Promise<number> | undefined;
  const tell = (request: Pick<Sent, 'bytes'>, what: string) =>
    trial.expect(false, `${what}: ${JSON.stringify(request.bytes.toString('latin1').slice(0, 700))}`);
  await converse(
    server.url,
    4,
    () => {
      if (made === options.requests) return undefined;
      made++;
      if (made * 2 === options.requests) halfway = server.liveMegabytes();
      if (made % 100_000 === 0) trial.say(`${made} requests, ${Math.round(server.residentMegabytes())} MB`);
      return make();
    },
    (request, answer) => {
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const fault = faultOf(request, answer);
      if (fault !== undefined) tell(request, `${fault} (${answer.body.slice(0, 300)})`);
    },
    (request) => tell(request, 'got no answer'),
  );
  const [before, atEnd] = [await halfway, await server.liveMegabytes()];
  const memory = `${before?.toFixed()} MB in use at half-way, ${atEnd.toFixed()} MB at the end`;
  trial.expect(before !== undefined && atEnd - before < maxGrowthMegabytes, `the server grew: ${memory}`);
  checkLog(trial, server, options.logLevel);
  server.process.kill('SIGTERM');
  await server.ended;
  return { statuses, memory };
}

/** Ids and cursors that the caller really has. */
async function known(server: Server, token: string): Promise<Known> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/v1/clients?limit=5`, { headers });
  const { data, meta } = (await response.json()) as { data: { id: string }[]; meta: { cursor: string } };
  const ids = data.map(({ id }) => id);
  return { token, ids: [...ids, '01900000-0001-7000-8000-00000000ffff'], cursors: [meta.cursor, ''] };
}

function checkLog(trial: Trial, server: Server, logLevel: string): void {
  const lines = server.log().split('\n');
  const wrong = lines.filter(
    (line) => (insideLog.test(line) && !/unavailable|overloaded: /.test(line)) || /^\s+at /.test(line),
  );
  for (const line of wrong.slice(0, 5)) trial.expect(false, `the log holds ${line.slice(0, 500)}`);
  const odd = lines.filter((line) => line !== '' && !line.startsWith('{'));
  trial.expect(odd.length === 0, `the log holds what is no line of its own: ${odd[0]?.slice(0, 300)}`);
  trial.expect(logLevel === 'warn' || lines.length > 1_000, `the log has only ${lines.length} lines`);
}
