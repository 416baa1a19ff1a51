import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { operatorSocketPath } from '../core/data-dir.ts';
import { createEngine, DataDirInUse, openDatabase } from '../runtime.ts';
import { callInProcess, callOverSocket, type OperatorClient } from './socket.ts';

export interface Connection {
  readonly operator: OperatorClient;
  close(): Promise<void>;
}

const patienceMs = 10_000;
const pauseMs = 100;

/**
 * Finds where the operator's commands are to run: in this process, on the database of the configuration; or, when a
 * server holds the embedded database, in that server. One that is only just starting is waited for.
 * @throws DataDirInUse when the process that holds it takes no commands
 */
export async function connect(
  config: Pick<Config, 'database' | 'languageModel'>,
  log: Logger,
  now: () => Date,
): Promise<Connection> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      const { database, applied, close } = await openDatabase(config, 'command');
      const work = { db: database.db, engine: await createEngine(config, log), log };
      return { operator: callInProcess({ database, applied, work, now }), close };
    } catch (error) {
      if (!(error instanceof DataDirInUse) || !('dataDir' in config.database)) throw error;
      const server = await callOverSocket(operatorSocketPath(config.database.dataDir));
      if (await isListening(server.operator, deadline)) return server;
      await server.close();
      if (Date.now() > deadline) throw error;
      await setTimeout(pauseMs);
    }
  }
}

/** A server that is frozen takes the question and never answers. */
async function isListening(operator: OperatorClient, deadline: number): Promise<boolean> {
  const signal = AbortSignal.timeout(Math.max(deadline - Date.now(), pauseMs));
  return operator.ping.query(undefined, { signal }).then(
    () => true,
    () => false,
  );
}
