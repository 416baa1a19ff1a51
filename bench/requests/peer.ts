/** The parts that the other two servers share: the service's token cache, its kind of log, and Fastify. */
import { randomUUID } from 'node:crypto';
import Fastify, { LogController } from 'fastify';
import { pino } from 'pino';
import { processEnvironment } from '../../src/config.ts';
import { openPostgres } from '../../src/core/db/database.ts';
import { createAuthenticator } from '../../src/tokens/authenticate.ts';

export const { DATABASE_URL = '', REDIS_URL = '' } = processEnvironment;
const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(1));
const { authenticate } = createAuthenticator(openPostgres(DATABASE_URL, { poolSize: 2 }), log);

/** Returns the caller of an `Authorization` header, undefined if it has no valid token. */
export const callerOf = (authorization = '') =>
  authenticate(/^Bearer +([^\s]+) *$/i.exec(authorization)?.[1]);

export const app = Fastify({
  loggerInstance: log,
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => randomUUID(),
});

export async function listen(): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: Number(processEnvironment.PORT) });
  process.on('SIGTERM', () => process.exit(0));
}
