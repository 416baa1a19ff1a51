import { lstatSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { createTRPCClient, httpLink, localLink, type TRPCClient } from '@trpc/client';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config.ts';
import { cliSocketPath, isOwn } from '../core/db/data-dir.ts';
import { reasonOf } from '../core/reason.ts';
import { createEngine, DataDirInUse, openDatabase } from '../runtime.ts';
import type { CliContext } from './procedures/base.ts';
import { type CliRouter, cliRouter } from './router.ts';

/** Calls the procedures behind the commands, in this process or in a server. */
export type CliClient = TRPCClient<CliRouter>;

export interface Connection {
  readonly client: CliClient;
  close(): Promise<void>;
}

const timeoutMs = 10_000;
const pauseMs = 100;

/**
 * Opens the configured database in this process, or connects to the server that holds the embedded database, and waits
 * if that server is still starting.
 * @throws DataDirInUse when the process that holds it does not accept commands
 */
export async function connect(
  config: Pick<Config, 'database' | 'languageModel'>,
  log: Logger,
  now: () => Date,
): Promise<Connection> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      const { database, applied, close } = await openDatabase(config, 'command', log);
      const work = { db: database.db, engine: await createEngine(config, log), log };
      return { client: callInProcess({ database, applied, work, now }), close };
    } catch (error) {
      if (!(error instanceof DataDirInUse) || !('dataDir' in config.database)) throw error;
      const server = await callOverSocket(cliSocketPath(config.database.dataDir));
      if (await isListening(server.client, deadline)) return server;
      await server.close();
      if (Date.now() > deadline) throw error;
      await setTimeout(pauseMs);
    }
  }
}

/** A frozen server accepts the connection and never answers. */
async function isListening(client: CliClient, deadline: number): Promise<boolean> {
  const signal = AbortSignal.timeout(Math.max(deadline - Date.now(), pauseMs));
  return client.ping.query(undefined, { signal }).then(
    () => true,
    () => false,
  );
}

export function callInProcess(context: CliContext): CliClient {
  return createTRPCClient<CliRouter>({
    links: [localLink({ router: cliRouter, createContext: async () => context })],
  });
}

/**
 * Calls the server that listens at a socket.
 * @throws ConfigError when the path is no socket of this user
 */
export async function callOverSocket(path: string): Promise<Connection> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found && !(found.isSocket() && isOwn(found)))
    throw new ConfigError(`${path} is not a socket owned by this user; check who created it, and remove it`);
  // Loaded here because it is slow to load and only commands beside a server need it.
  const { Agent, fetch } = await import('undici');
  const dispatcher = new Agent({ connect: { socketPath: path } });
  const client = createTRPCClient<CliRouter>({
    links: [
      httpLink({
        url: 'http://server',
        methodOverride: 'POST',
        // undici's fetch is Node's own, but has types of its own.
        fetch: ((url: string, options: object) =>
          fetch(url, { ...options, dispatcher }).catch((error: unknown) => {
            throw new Error(`the server at ${path} did not answer: ${reasonOf(error)}`);
          })) as never,
      }),
    ],
  });
  return { client, close: () => dispatcher.close() };
}
