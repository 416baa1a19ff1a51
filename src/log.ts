import { type DestinationStream, pino } from 'pino';
import type { Config } from './config.ts';
import { rootCause } from './core/reason.ts';

const token = /sk_live_[0-9A-Za-z]+/g;

/** Redacts everything that looks like a token. */
export const withoutTokens = (text: string): string => text.replace(token, 'sk_live_[redacted]');

/** Makes the structured log, on standard output by default. Anything that looks like a token is redacted. */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  destination: DestinationStream = pino.destination(1),
) {
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    hooks: { streamWrite: withoutTokens },
  };
  return pino(options, destination);
}

/**
 * Returns a function that prints startup messages at every log level: lines of JSON on PostgreSQL, and text for people
 * with the embedded database.
 */
export function createAnnouncer({ database }: Pick<Config, 'database'>): (text: string) => void {
  if ('dataDir' in database) return (text) => void process.stdout.write(`${text}\n`);
  const log = createLog({ logLevel: 'info' });
  return (text) => log.info(text);
}

/**
 * Logs only the name, code, message and stack of an error's root cause: the errors that wrap it may contain
 * statements and their parameters.
 */
function describeError(error: unknown): object {
  const cause = rootCause(error);
  if (!(cause instanceof Error)) return { message: String(cause) };
  const { name, message, stack } = cause;
  return { name, message, stack, ...('code' in cause ? { code: cause.code } : {}) };
}
