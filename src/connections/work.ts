import { setInterval, setTimeout } from 'node:timers/promises';
import { newId } from '../core/db/id.ts';
import { reasonOf } from '../core/reason.ts';
import { keepCalendar } from './calendar/keep.ts';
import { ConnectionFault, EndedInStep, LeaseLost } from './fault.ts';
import { keepImap } from './imap/keep.ts';
import {
  failConnection,
  failWaiting,
  type LeasedConnection,
  leaseConnections,
  leaseMs,
  releaseConnection,
  renewLease,
} from './leases.ts';
import type { ConnectionServices } from './services.ts';
import type { ConnectionType } from './table.ts';

/** The maximum pause between two looks for connections, while the database fails. */
const maxRestMs = 10_000;

/** A session that lasted this long is worth another one at once. */
const longSessionMs = 30_000;

/**
 * Keeps a connection in sync until the signal aborts, or does what is due.
 * @returns the time until it is due again
 * @throws ConnectionFault for its status, LeaseLost
 */
type Keeper = (
  services: ConnectionServices,
  connection: LeasedConnection,
  signal: AbortSignal,
) => Promise<{ againInMs: number }>;

const keepers: Readonly<Record<ConnectionType, Keeper>> = {
  imap: keepImap,
  calendar: keepCalendar,
};

/** Connections that are kept in sync by this process. */
export interface ConnectionWork {
  /** Ends all sessions and releases the connections, so that other workers can take them at once. */
  stop(): Promise<void>;
  /** The time since it last looked for connections that are due. */
  heartbeatAgeMs(): number;
}

/** Starts to keep all connections in sync that no other process keeps. */
export function startConnections(services: ConnectionServices): ConnectionWork {
  const stopping = new AbortController();
  const kept = new Set<Promise<void>>();
  let beatAtMs = performance.now();
  const beat = () => (beatAtMs = performance.now());
  const ended = leaseAndKeep(services, kept, beat, stopping.signal);
  return {
    heartbeatAgeMs: () => performance.now() - beatAtMs,
    async stop() {
      stopping.abort();
      await ended;
      await Promise.all(kept);
    },
  };
}

async function leaseAndKeep(
  services: ConnectionServices,
  kept: Set<Promise<void>>,
  beat: () => void,
  signal: AbortSignal,
): Promise<void> {
  const { db, log, maxKept, restMs } = services;
  let faults = 0;
  while (!signal.aborted) {
    beat();
    let rest = restMs;
    try {
      const limit = maxKept - kept.size;
      if (limit <= 0) await failWaiting(db, maxKept);
      for (const connection of limit > 0 ? await leaseConnections(db, newId(), limit) : []) {
        const keeping = keep(services, connection, signal).finally(() => kept.delete(keeping));
        kept.add(keeping);
      }
      faults = 0;
    } catch (error) {
      rest = Math.min(restMs * 2 ** faults++, maxRestMs);
      log.error({ err: error }, 'could not look for connections; retrying');
    }
    // Rejects when the work is stopped; the loop then ends.
    await setTimeout(rest, undefined, { signal }).catch(() => {});
  }
}

/** Keeps one connection in sync under its lease, and records how that ended. Never throws. */
async function keep(
  services: ConnectionServices,
  connection: LeasedConnection,
  outer: AbortSignal,
): Promise<void> {
  const { db, log } = services;
  const details = {
    organization: connection.organizationId,
    connection: connection.id,
    type: connection.type,
  };
  const session = new AbortController();
  const stop = () => session.abort();
  outer.addEventListener('abort', stop);
  if (outer.aborted) stop();
  const renewing = renew(services, connection, session);
  const startedMs = performance.now();
  try {
    const { againInMs } = await keepers[connection.type](services, connection, session.signal);
    await releaseConnection(db, connection, againInMs);
  } catch (error) {
    const lastedMs = performance.now() - startedMs;
    await end(error, lastedMs).catch((failure: unknown) =>
      log.error({ ...details, err: failure }, 'could not record how a connection ended'),
    );
  } finally {
    outer.removeEventListener('abort', stop);
    session.abort();
    await renewing;
  }

  async function end(error: unknown, lastedMs: number): Promise<void> {
    if (error instanceof LeaseLost || (session.signal.aborted && !outer.aborted)) return;
    if (outer.aborted) return releaseConnection(db, connection);
    if (error instanceof EndedInStep && lastedMs >= longSessionMs) {
      log.info({ ...details, reason: error.message }, 'a connection ended; connecting again');
      return releaseConnection(db, connection);
    }
    const failure = sentenceOf(error);
    if (error instanceof ConnectionFault) log.warn({ ...details, failure }, 'a connection fails; retrying');
    else log.error({ ...details, err: error }, 'a connection failed unexpectedly; retrying');
    await failConnection(db, connection, failure, error instanceof ConnectionFault ? error.retryAfterMs : 0);
  }
}

const sentenceOf = (error: unknown): string =>
  error instanceof ConnectionFault
    ? error.message
    : `an unexpected error (${reasonOf(error)}); it is in the log of the worker, please report it if it persists`;

/** Renews the lease until the session ends, and ends the session when the lease is lost. */
async function renew(
  { db, log }: ConnectionServices,
  connection: LeasedConnection,
  session: AbortController,
): Promise<void> {
  try {
    for await (const _tick of setInterval(leaseMs / 3, undefined, { signal: session.signal })) {
      await renewLease(db, connection).catch((error: unknown) => {
        if (error instanceof LeaseLost) session.abort();
        else log.warn({ err: error }, 'could not renew the lease of a connection');
      });
    }
  } catch {
    // Aborted: the session has ended.
  }
}
