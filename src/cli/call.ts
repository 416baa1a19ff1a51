import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { openSecrets } from '../connections/secrets.ts';
import { cliSocketPath, databaseDirectory } from '../core/db/data-dir.ts';
import { neverAborted } from '../core/timeouts.ts';
import { createLog } from '../log.ts';
import { createEngines, DataDirInUse, type OpenDatabase, openDatabase } from '../runtime.ts';
import { type Caller, type Command, execute } from './command.ts';
import { CliError } from './errors.ts';
import { type CliIO, noScreen } from './io.ts';
import { plain } from './print.ts';
import { createProgress, type Progress, perSecond } from './progress.ts';
import { connectToServer, executeInServer, type Server } from './socket.ts';

/**
 * Runs a command: in this process, or in the server that holds the embedded database.
 * @param input as the schemas of the command's options have read it
 * @returns the exit code
 */
export async function call(
  command: Command,
  input: object,
  io: CliIO,
  shown: Pick<Caller, 'self' | 'isJson'>,
): Promise<number> {
  const config = readConfig(io.environment);
  const progress = createProgress(io);
  const lent: { close?: () => Promise<void> } = (await command.lend?.(input as never, io)) ?? {};
  let opened: OpenDatabase | Server | undefined;
  try {
    const caller = { ...callerOf(io, progress), ...shown, ...lent };
    const log = createLog({ logLevel: 'warn' }, { write: caller.say });
    const { dataDir } = { dataDir: undefined, ...config.database };
    const isNew = dataDir !== undefined && !existsSync(databaseDirectory(dataDir));
    opened = await open(config.database, log, command.upgrades === true);
    if ('socket' in opened) return await executeInServer(opened, command, input, caller);
    const { database, applied } = opened;
    // Often the wrong directory, and otherwise found out much later.
    if (isNew) caller.say(`created a new database, because there was none in ${resolve(dataDir)} (DATA_DIR)`);
    else if (applied > 0 && !command.upgrades)
      caller.say(
        `applied ${applied} migrations to the empty database (${dataDir === undefined ? 'DATABASE_URL' : 'DATA_DIR'})`,
      );
    const engines = await createEngines(config, log);
    const services = { database, applied, ...engines, log, secrets: openSecrets(config), now: io.now };
    return await execute(command, input, caller, services, neverAborted);
  } finally {
    progress.end();
    await lent.close?.();
    if (opened && 'close' in opened) await opened.close();
  }
}

function callerOf(
  { out, environment, outScreen: screen = noScreen, now, input, ask }: CliIO,
  progress: Progress,
) {
  const start = now();
  return {
    screen,
    async out(text: string) {
      progress.end();
      await out(text);
    },
    say: (line: string) => progress.say(plain(line.trimEnd())),
    show: (text: string, count: number) => progress.show(`${text}, ${perSecond(count, start, now())}`),
    ask: async (prompt: string) => ask?.(prompt),
    async secret(variable: string, prompt: string) {
      const given = environment[variable] || (await input?.(prompt)) || '';
      const secret = given.replace(/\r?\n$/, '');
      if (secret === '') throw new CliError(`give the secret on standard input, or in ${variable}`);
      return secret;
    },
    variable: async (name: string) => environment[name] || undefined,
  };
}

const timeoutMs = 10_000;
const pauseMs = 100;

/**
 * Opens the database in this process, or connects to the server that holds it, and waits if that is still starting.
 * @param upgrade false to refuse an older schema
 * @throws DataDirInUse when the process that holds it does not take commands
 */
async function open(
  database: Config['database'],
  log: Logger,
  upgrade: boolean,
): Promise<OpenDatabase | Server> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await openDatabase({ database }, 'command', log, { upgrade });
    } catch (error) {
      if (!(error instanceof DataDirInUse) || !('dataDir' in database)) throw error;
      const path = cliSocketPath(database.dataDir);
      const server = await connectToServer(path, Math.max(deadline - Date.now(), pauseMs));
      if (server) return server;
      if (Date.now() > deadline) throw error;
      await setTimeout(pauseMs);
    }
  }
}
