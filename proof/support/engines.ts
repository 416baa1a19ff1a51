import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import postgres from 'postgres';
import { processEnvironment } from '../../src/config.ts';
import { emptyDatabase } from '../../test/support/empty-database.ts';
import { freePort } from '../../test/support/free-port.ts';
import { NotRun, type Trial } from '../part.ts';
import { temporaryDirectory } from './server.ts';

/** The engines that are there anyway, for what needs no fault. */
const {
  DATABASE_URL: sharedPostgresUrl = 'postgres://postgres@127.0.0.1:5432/postgres',
  REDIS_URL: sharedRedisUrl = 'redis://127.0.0.1:6379',
} = processEnvironment;

export { sharedRedisUrl };

/** Makes an empty database, by default on the PostgreSQL that is there, and gives its URL. */
export async function newDatabase(trial: Pick<Trial, 'atEnd'>, server = sharedPostgresUrl): Promise<string> {
  const { url, drop } = await emptyDatabase(server);
  trial.atEnd(drop);
  return url;
}

/** An engine in a process of its own, to be hurt. */
export interface Engine {
  readonly url: string;
  /** Starts it again, on the same port with the same data, and waits until it answers. */
  start(): Promise<void>;
  /** Ends it, by SIGKILL unless another signal is given, and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Stops all its processes in mid-course; connections stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
}

/**
 * Starts a PostgreSQL of the trial's own.
 * @param primary the URL of one whose standby it is to be
 */
export async function startPostgres(
  trial: Pick<Trial, 'atEnd'>,
  settings: Record<string, string> = {},
  primary?: string,
): Promise<Engine> {
  const programs = postgresPrograms();
  const directory = temporaryDirectory(trial);
  // PostgreSQL refuses to run as root; its package makes a user for it.
  const user = userInfo().uid === 0 ? ids('postgres') : undefined;
  if (user) chownSync(directory, user.uid, user.gid);
  const data = join(directory, 'data');
  const [program, ...words] =
    primary === undefined
      ? ['initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync']
      : ['pg_basebackup', '-D', data, '-d', primary, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  execFileSync(join(programs, program), words, { ...user, stdio: 'ignore', cwd: directory });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const given = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...settings,
  };
  const flags = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return startEngine(trial, {
    url,
    spawn: () =>
      spawn(join(programs, 'postgres'), ['-D', data, ...flags], { ...user, stdio: 'ignore', cwd: directory }),
    async answers() {
      const sql = postgres(url, { max: 1, connect_timeout: 1, fetch_types: false, onnotice: () => {} });
      try {
        await sql`select 1`;
      } finally {
        await sql.end({ timeout: 0 });
      }
    },
  });
}

/** Starts a Redis of the trial's own, which keeps nothing. */
export async function startRedis(trial: Pick<Trial, 'atEnd'>): Promise<Engine> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  return startEngine(trial, {
    url,
    spawn: () => spawn('redis-server', words, { stdio: 'ignore', cwd: tmpdir() }),
    async answers() {
      const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 500 });
      redis.on('error', () => {});
      try {
        await redis.connect();
        await redis.ping();
      } finally {
        redis.disconnect();
      }
    },
  });
}

async function startEngine(
  trial: Pick<Trial, 'atEnd'>,
  engine: { url: string; spawn(): ChildProcess; answers(): Promise<void> },
): Promise<Engine> {
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = engine.spawn();
    child = started;
    let failure: Error | undefined;
    started.once('error', (error) => (failure = error));
    for (;;) {
      if (failure) throw new NotRun(`${started.spawnfile} cannot be run: ${failure.message}`);
      if (started.exitCode !== null) throw new Error(`${started.spawnfile} ended with ${started.exitCode}`);
      if (await succeeds(engine.answers())) return;
      await setTimeout(20);
    }
  }

  async function stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    signalAll(child, 'SIGCONT');
    const ended = once(child, 'exit');
    // To PostgreSQL, SIGQUIT is the immediate stop that also ends its other processes.
    child.kill(signal);
    await ended;
  }

  trial.atEnd(() => stop('SIGQUIT'));
  await start();
  return {
    url: engine.url,
    start,
    stop,
    freeze: () => signalAll(child, 'SIGSTOP'),
    thaw: () => signalAll(child, 'SIGCONT'),
  };
}

function signalAll(child: ChildProcess | undefined, signal: NodeJS.Signals): void {
  if (child?.pid === undefined) return;
  child.kill(signal);
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  for (const pid of children.split(' ').filter(Boolean)) {
    try {
      process.kill(Number(pid), signal);
    } catch {
      // It has just ended.
    }
  }
}

/** Returns the directory of PostgreSQL's programs. */
export function postgresPrograms(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  if (newest !== undefined) return join(debian, newest, 'bin');
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
  } catch {
    throw new NotRun('the programs of PostgreSQL (initdb, postgres) were not found');
  }
}

function ids(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

const succeeds = (work: Promise<void>) =>
  work.then(
    () => true,
    () => false,
  );
