import { existsSync, lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  createTRPCClient,
  getFetch,
  httpBatchStreamLink,
  httpLink,
  localLink,
  splitLink,
  type TRPCClient,
} from '@trpc/client';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config.ts';
import { openSecrets } from '../connections/secrets.ts';
import { cliSocketPath, databaseDirectory, isOwn } from '../core/db/data-dir.ts';
import { reasonOf } from '../core/reason.ts';
import { createEngines, DataDirInUse, openDatabase } from '../runtime.ts';
import type { CliContext } from './procedures/base.ts';
import { type CliRouter, cliRouter } from './router.ts';
import { systemUser } from './system-user.ts';

/** The procedures that yield parts. */
const streamed: ReadonlySet<string> = new Set(['orgData.export', 'client.erase', 'person.erase']);

/** Calls the procedures behind the commands, in this process or in a server. */
export type CliClient = TRPCClient<CliRouter>;

export interface Connection {
  readonly client: CliClient;
  /** The directory of an embedded database that was created on opening. */
  readonly createdIn?: string | undefined;
  /** The number of migrations applied on opening. */
  readonly applied: number;
  close(): Promise<void>;
}

const timeoutMs = 10_000;
const pauseMs = 100;

/**
 * Opens the configured database in this process, or connects to the server that holds the embedded database, and waits
 * if that server is still starting.
 * @param options.upgrade false to refuse an older schema instead of upgrading it
 * @throws DataDirInUse when the process that holds it does not accept commands
 */
export async function connect(
  config: Pick<Config, 'database' | 'languageModel' | 'secretKeys'>,
  log: Logger,
  now: () => Date,
  options: { readonly upgrade: boolean },
): Promise<Connection> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const createdIn = missingDatabase(config);
    try {
      const { database, applied, close } = await openDatabase(config, 'command', log, options);
      const [engines, secrets] = [await createEngines(config, log), openSecrets(config)];
      return {
        client: callInProcess({ database, applied, ...engines, log, secrets, systemUser: systemUser(), now }),
        createdIn,
        applied,
        close,
      };
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

/** Returns the data directory if its database does not exist yet. */
function missingDatabase({ database }: Pick<Config, 'database'>): string | undefined {
  if (!('dataDir' in database) || existsSync(databaseDirectory(database.dataDir))) return undefined;
  return resolve(database.dataDir);
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
  // Commands such as an erasure may take long; the end of the server ends them too.
  const dispatcher = new Agent({ connect: { socketPath: path }, headersTimeout: 0, bodyTimeout: 0 });
  const options = {
    url: 'http://server',
    methodOverride: 'POST' as const,
    // Also takes undici's fetch, whose types differ from those of Node's.
    fetch: getFetch((url: string | URL, options?: { body?: string }) =>
      fetch(url, { ...options, dispatcher }).catch((error: unknown) => {
        throw new Error(`the server at ${path} did not answer: ${reasonOf(error)}`);
      }),
    ),
  };
  const client = createTRPCClient<CliRouter>({
    links: [
      splitLink({
        condition: ({ path }) => streamed.has(path),
        true: httpBatchStreamLink({ ...options, maxItems: 1 }),
        false: httpLink(options),
      }),
    ],
  });
  return { client, applied: 0, close: () => dispatcher.close() };
}
