import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { median } from '../../bench/statistics.ts';
import type { Part, Trial } from '../part.ts';
import { type Account, call, type Ledger, openLedger } from '../support/ledger.ts';
import {
  createToken,
  isRunning,
  operator,
  type Program,
  type Server,
  startProgram,
  startServer,
  temporaryDirectory,
  unlimited,
} from '../support/server.ts';
import { patienceSeconds, until } from '../support/until.ts';

/** The maximum time of a first start, and of the period in which it is killed. */
const firstStartMs = 5_000;

/** After how many writes a server is killed, at most, and how long these are waited for. */
const lifeWrites = 80;
const lifeMs = 2_000;

const wanted = { firstStart: 10, all: 60 };

/** The situations in which servers are killed, in turn. */
const ends = ['writes', 'rival', 'writes', 'restart', 'writes', 'command', 'writes', 'writes'] as const;

export const kills: Part = {
  promise: 'kill -9 loses nothing acknowledged, the directory opens again, and no second process gets in',
  async run(trial) {
    const tally: Tally = { firstStart: 0, writes: 0, restart: 0, rival: 0, command: 0, opened: [] };
    const isDone = () => killsOf(tally) >= wanted.all;
    const lane = async (firstStarts: number) => {
      let directory = await firstStartsKilled(trial, tally);
      while (tally.firstStart < firstStarts) directory = await firstStartsKilled(trial, tally);
      await livesKilled(trial, tally, directory, isDone);
    };
    // The first starts of one lane go on beside the writes of the other.
    await Promise.all([lane(wanted.firstStart), lane(0)]);
    const { firstStart, writes, restart, rival, command, opened } = tally;
    trial.expect(
      firstStart >= wanted.firstStart && killsOf(tally) >= wanted.all,
      `only ${killsOf(tally)} kills, ${firstStart} of them in a first start`,
    );
    trial.figure(
      `${killsOf(tally)} kills: ${writes} under writes, ${firstStart} in a first start, ${restart} in a later one, ` +
        `${rival} while another started, ${command} of a command`,
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
    const program = startProgram(trial, 'server', { PORT: '0', ...environmentOf(dataDir) });
    // On a fast machine few kills would hit a start within the usual period.
    await someMoment(program, Math.min(firstStartMs, ...tally.opened.slice(-1)));
    isStarted = isReady(program);
    await kill(program);
    if (!isStarted) tally.firstStart += 1;
  }
  const server = await openAgain(trial, tally, dataDir);
  const account = await accountOf(trial, dataDir);
  const made = await call<unknown[]>(server.url, account.token, 'GET', '/v1/clients');
  trial.expect(
    made.length === 7,
    `after a killed first start the demo has ${made.length} clients, and not 7`,
  );
  const left = readdirSync(dataDir).filter((name) => name.startsWith('database.'));
  trial.expect(left.length === 0, `a killed first start left ${left.join(', ')}`);
  await kill(server);
  return dataDir;
}

/** A token of the demo organization by the way that is open to whoever has not seen the first one. */
async function accountOf(trial: Trial, dataDir: string): Promise<Account> {
  const environment = { DATA_DIR: dataDir };
  const [organization, ...others] = (await operator(trial, environment, 'org', 'list')) as { slug: string }[];
  trial.expect(
    organization?.slug === 'demo' && others.length === 0,
    'a killed first start left not just the demo organization',
  );
  return { slug: 'demo', token: (await createToken(trial, environment, 'demo')).token };
}

async function livesKilled(
  trial: Trial,
  tally: Tally,
  dataDir: string,
  isDone: () => boolean,
): Promise<void> {
  const ledger = openLedger(trial, dataDir);
  let server = await openAgain(trial, tally, dataDir);
  const account = await accountOf(trial, dataDir);
  await ledger.check(server.url, account);
  await intrude(trial, dataDir, server);
  for (let turn = 0; !isDone(); turn += 1) {
    const end = ends[turn % ends.length] ?? 'writes';
    // A number that is somebody else's by now keeps nobody out.
    if (turn % 10 === 5) writeFileSync(join(dataDir, 'lock'), `server ${process.pid}\n`);
    await killed(trial, tally, dataDir, server, ledger, account, end);
    server = await openAgain(trial, tally, dataDir);
    await ledger.check(server.url, account);
    if (turn % 20 === 0) trial.say(`${killsOf(tally)} kills, ${ledger.counts.acknowledged} acknowledged`);
  }
  await ledger.check(server.url, account, true);
  const { acknowledged, unanswered, doneUnanswered } = ledger.counts;
  trial.figure(
    `${acknowledged} writes acknowledged, all there; ${doneUnanswered} of ${unanswered} unanswered were done`,
  );
  await kill(server);
}

/** Waits for a number of writes, and then a little. */
async function someWrites({ counts }: Ledger): Promise<void> {
  const wanted = counts.acknowledged + Math.random() * lifeWrites;
  const until = performance.now() + lifeMs;
  while (counts.acknowledged < wanted && performance.now() < until) await setTimeout(1);
  await upTo(20);
}

/** Writes to the server and kills it in the given way. */
async function killed(
  trial: Trial,
  tally: Tally,
  dataDir: string,
  server: Server,
  ledger: Ledger,
  account: Account,
  end: End,
): Promise<void> {
  const writing = ledger.write(server.url, account);
  await someWrites(ledger);
  const rival = end === 'rival' ? startProgram(trial, 'server', rivalOf(dataDir)) : undefined;
  if (rival) await someMoment(rival, 1_500);
  await kill(server);
  await writing;
  tally[end === 'rival' ? 'rival' : 'writes'] += 1;
  if (rival) await rivalEnds(trial, rival);
  if (end === 'restart') {
    const again = startProgram(trial, 'server', rivalOf(dataDir));
    await upTo(1_500);
    await kill(again);
    tally.restart += 1;
  }
  if (end === 'command') await commandKilled(trial, tally, dataDir);
}

const rivalOf = (dataDir: string) => ({ PORT: '0', ...environmentOf(dataDir) });

/** It was refused while the other lived, or has the directory to itself since. */
async function rivalEnds(trial: Trial, rival: Program): Promise<void> {
  if ((await readyOf(rival)) === 'ready') return kill(rival);
  trial.expect(isRefusal(rival), `beside a server that was killed, another ended with: ${rival.log()}`);
}

/** The number of lines of an import that is killed. */
const lines = 5_000;

/** Kills a command that has the directory to itself, in the middle of an import. */
async function commandKilled(trial: Trial, tally: Tally, dataDir: string): Promise<void> {
  const path = join(dirname(dataDir), 'import.jsonl');
  const line = (index: number) =>
    JSON.stringify({
      id: `${tally.command}-${index}`,
      type: 'note',
      subject: 'Imported',
      occurredAt: '2026-01-01T00:00:00Z',
    });
  writeFileSync(path, `${Array.from({ length: lines }, (_, index) => line(index)).join('\n')}\n`);
  const words = ['import', '--org', 'demo', '--integration', `crm-${tally.command}`, path];
  const command = startProgram(trial, 'cli', { DATA_DIR: dataDir }, words);
  while (!command.log().includes(' imported,') && command.process.exitCode === null) await setTimeout(10);
  await upTo(300);
  await kill(command);
  tally.command += 1;
  const said = Math.max(...[...command.log().matchAll(/(\d+) imported,/g)].map(([, count]) => Number(count)));
  const again = startProgram(trial, 'cli', { DATA_DIR: dataDir }, [...words, '--json']);
  await again.ended;
  // Its progress is in the log as well; its result comes last.
  const last = (name: string) => Number(new RegExp(`"${name}":\\s*(\\d+)`).exec(again.log())?.[1]);
  const [duplicates, imported] = [last('duplicates'), last('imported')];
  trial.expect(
    duplicates >= said && duplicates + imported === lines,
    `a killed import said ${said}; then ${duplicates} were there, and ${imported} were missing: ${again.log().slice(-300)}`,
  );
}

const isRefusal = (program: Program) =>
  program.process.exitCode === 1 && /^DATA_DIR .+ is in use by another process/m.test(program.log());

/** Tries to get at the directory of a living server, by every way there is. */
async function intrude(trial: Trial, dataDir: string, server: Server): Promise<void> {
  const link = `${dataDir}-link`;
  symlinkSync(dataDir, link);
  const spellings = [dataDir, link, `${dataDir}/../${dataDir.split('/').at(-1)}/.`, relative('', dataDir)];
  let refused = 0;

  async function servers(when: string, paths: readonly string[]): Promise<void> {
    for (const intruder of paths.map((path) => startProgram(trial, 'server', rivalOf(path)))) {
      const settled = await readyOf(intruder);
      trial.expect(settled !== 'ready' && isRefusal(intruder), `${when}, a second server: ${intruder.log()}`);
      if (settled === 'ready') await kill(intruder);
      else refused += 1;
    }
  }
  async function commands(when: string, paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const list = await operator(trial, { DATA_DIR: path }, 'org', 'list').catch(String);
      trial.expect(Array.isArray(list), `${when}, a command beside the server: ${list}`);
    }
  }

  await servers('at once', spellings);
  await commands('at once', spellings);
  rmSync(join(dataDir, 'lock'));
  await servers('its lock file deleted', [dataDir]);
  await commands('its lock file deleted', [dataDir]);
  server.process.kill('SIGSTOP');
  await servers('it being frozen', [dataDir]);
  const command = startProgram(trial, 'cli', { DATA_DIR: dataDir }, ['org', 'list']);
  await command.ended;
  trial.expect(isRefusal(command), `a command beside a frozen server: ${command.log()}`);
  server.process.kill('SIGCONT');
  trial.figure(`${refused} second servers refused: links, spellings, lock file deleted, server frozen`);
}

async function readyOf(program: Program): Promise<'ready' | 'ended'> {
  await until(() => isReady(program) || !isRunning(program), patienceSeconds);
  return isReady(program) ? 'ready' : 'ended';
}
