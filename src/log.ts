import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from './config.ts';
import { toApiError } from './core/errors.ts';
import { reasonOf, rootCause } from './core/reason.ts';

const token = /sk_live_[0-9A-Za-z]+/g;

/** Redacts everything that looks like a token. */
export const withoutTokens = (text: string): string => text.replace(token, 'sk_live_[redacted]');

/**
 * Makes the structured log, on standard output by default. Anything that looks like a token is redacted. Failures of an
 * outage are logged once per second and message, with the number of those suppressed.
 */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  destination: DestinationStream = pino.destination(1),
) {
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    hooks: { streamWrite: withoutTokens, logMethod: suppressRepeats(() => log) },
  };
  const log: Logger = pino(options, destination);
  return log;
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

const suppressMs = 1_000;
const maxReasons = 5;

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** Suppresses all but the first failure of an outage with the same message, and logs their number every second. */
function suppressRepeats(rootLog: () => Logger): LogMethod {
  const suppressedByMessage = new Map<unknown, { count: number; reasons: Set<string> }>();
  return function logOrSuppress(this: Logger, args, method) {
    const [fields, message]: readonly unknown[] = args;
    if (!isOutage(fields)) return method.apply(this, args);
    const repeats = suppressedByMessage.get(message);
    if (repeats) {
      repeats.count += 1;
      if (repeats.reasons.size < maxReasons) repeats.reasons.add(reasonOf(fields.err));
      return;
    }
    suppressedByMessage.set(message, { count: 0, reasons: new Set() });
    const timer = setInterval(() => {
      const { count = 0, reasons } = suppressedByMessage.get(message) ?? {};
      suppressedByMessage.delete(message);
      if (count === 0) clearInterval(timer);
      else {
        suppressedByMessage.set(message, { count: 0, reasons: new Set() });
        method.call(rootLog(), { suppressed: count, reasons: [...(reasons ?? [])] }, String(message));
      }
    }, suppressMs).unref();
    method.apply(this, args);
  };
}

/** True for the log fields of a failure that an unreachable service caused. */
function isOutage(fields: unknown): fields is { err: unknown } {
  if (typeof fields !== 'object' || fields === null || !('err' in fields)) return false;
  return toApiError(fields.err).apiCode === 'unavailable';
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
