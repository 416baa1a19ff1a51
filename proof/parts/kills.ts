import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { median } from '../../bench/statistics.ts';
import type { Part, Trial } from '../part.ts';
import {
  operator,
  type Program,
  type Server,
  startProgram,
  startServer,
  temporaryDirectory,
  unlimited,
} from '../support/server.ts';
import { patienceSeconds, until } from '../support/until.ts';
import { Writers } from '../support/writers.ts';

/** The maximum time of a first start, and of the period in which it is killed. */
const firstStartMs = 5_000;

/** The number of requests after which a server is killed, at most. */
const lifeWrites = 80;

const wanted = { firstStart: 8, all: 40 };

/** The situations in which servers are killed, in turn. */
const ends = ['writes', 'restart'] as const;

export const kills: Part = {
  promise: 'kill -9 loses nothing acknowledged, and the directory opens again',
  async run(trial) {
    const tally: Tally = { firstStart: 0, writes: 0, restart: 0, opened: [] };
    const isDone = () => killsOf(tally) >= wanted.all;
    const lane = async (firstStarts: number) => {
      let directory = await firstStartsKilled(trial, tally);
      while (tally.firstStart < firstStarts) directory = await firstStartsKilled(trial, tally);
      await livesKilled(trial, tally, directory, isDone);
    };
    // The first starts of one lane go on beside the writes of the other.
    await Promise.all([lane(wanted.firstStart), lane(0)]);
    const { firstStart, writes, restart, opened } = tally;
    trial.expect(
      firstStart >= wanted.firstStart && killsOf(tally) >= wanted.all,
      `only ${killsOf(tally)} kills, ${firstStart} of them in a first start`,
    );
    trial.figure(
      `${killsOf(tally)} kills: ${writes} under writes, ${firstStart} in a first start, ${restart} in a later one`,
    );
    trial.figure(
      `${opened.length} starts after a kill, ready after ${Math.round(median(opened))} ms (median)`,
    );
  },
};

type End = (typeof ends)[number];
type Tally = Record<End | 'firstStart', number> & { readonly opened: number[] };

const killsOf = ({ opened: _opened, ...counts }: Tally) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const upTo = (ms: number) => setTimeout(Math.random() * ms);

async function kill({ process, ended }: Program): Promise<void> {
  process.kill('SIGKILL');
  await ended;
}

const isReady = (program: Program) => program.log().includes('Clientele is ready');

/** Waits for a moment within `ms`, or until the program is ready or has ended. */
async function someMoment(program: Program, ms: number): Promise<void> {
  const until = performance.now() + Math.random() * ms;
  while (performance.now() < until && !isReady(program) && program.process.exitCode === null)
    await setTimeout(5);
}

const environmentOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  ...unlimited,
  LOG_LEVEL: 'silent',
});

async function openAgain(trial: Trial, tally: Tally, dataDir: string): Promise<Server> {
  const from = performance.now();
  const server = await startServer(trial, environmentOf(dataDir));
  tally.opened.push(performance.now() - from);
  return server;
}

/** Kills the first start of a directory, and the next ones, until one was ready before; and sees what is left. */
async function firstStartsKilled(trial: Trial, tally: Tally): Promise<string> {
  const dataDir = join(temporaryDirectory(trial), 'data');
  let isStarted = false;
  for (let attempt = 0; !isStarted && attempt < 6; attempt += 1) {
    const program = startProgram(trial, 'server', environmentOf(dataDir));
    // On a fast machine few kills would hit a start within the usual period.
    await someMoment(program, Math.min(firstStartMs, ...tally.opened.slice(-1)));
    isStarted = isReady(program);
    await kill(program);
    if (!isStarted) tally.firstStart += 1;
  }
  const server = await openAgain(trial, tally, dataDir);
  const made = await new Writers().list(server.url, await demoToken(trial, dataDir));
  trial.expect(
    made.length === 7,
    `after a killed first start the demo has ${made.length} clients, and not 7`,
  );
  const left = readdirSync(dataDir).filter((name) => name.startsWith('database.'));
  trial.expect(left.length === 0, `a killed first start left ${left.join(', ')}`);
  await kill(server);
  return dataDir;
}

/** A token of the demo organization, in the way that is open to whoever has not seen the first one. */
async function demoToken(trial: Trial, dataDir: string): Promise<string> {
  const environment = { DATA_DIR: dataDir };
  const organizations = await operator<{ slug: string }[]>(trial, environment, 'org', 'list');
  trial.expect(
    organizations.map(({ slug }) => slug).join() === 'demo',
    'a killed first start left not just the demo organization',
  );
  const words = ['token', 'create', '--org', 'demo'];
  const { token } = await operator<{ token: string }>(trial, environment, ...words);
  return token;
}

async function livesKilled(
  trial: Trial,
  tally: Tally,
  dataDir: string,
  isDone: () => boolean,
): Promise<void> {
  const writers = new Writers();
  let server = await openAgain(trial, tally, dataDir);
  const token = await demoToken(trial, dataDir);
  const clients = await writers.list(server.url, token);
  const owned = clients.map(({ id }) => ({ token, client: id }));
  for (let turn = 0; !isDone(); turn += 1) {
    // A number that is somebody else's by now keeps nobody out.
    if (turn % 10 === 5) writeFileSync(join(dataDir, 'lock'), `server ${process.pid}\n`);
    writers.start(server.url, owned, 0);
    await killed(trial, tally, dataDir, server, writers, ends[turn % ends.length] ?? 'writes');
    server = await openAgain(trial, tally, dataDir);
    for (const fault of (await writers.check(server.url)).faults) trial.expect(false, fault);
    if (turn % 10 === 0) trial.say(`${killsOf(tally)} kills`);
  }
  const { acknowledged, unanswered } = await writers.check(server.url);
  trial.expect(acknowledged > 0, 'no write was acknowledged');
  const answered = writers.answers.wrong.find((answer) => /: \d{3} /.test(answer));
  trial.expect(answered === undefined, `${answered}`);
  trial.figure(`${acknowledged} writes acknowledged; ${unanswered} creations unanswered`);
  await kill(server);
}

/** Kills a server under writes in the given way. */
async function killed(
  trial: Trial,
  tally: Tally,
  dataDir: string,
  server: Server,
  writers: Writers,
  end: End,
): Promise<void> {
  const wanted = writers.answers.served + Math.random() * lifeWrites;
  await until(() => writers.answers.served > wanted, patienceSeconds, 1);
  await upTo(20);
  await kill(server);
  await writers.stop();
  tally.writes += 1;
  if (end === 'restart') {
    const again = startProgram(trial, 'server', environmentOf(dataDir));
    await upTo(1_500);
    await kill(again);
    tally.restart += 1;
  }
}
