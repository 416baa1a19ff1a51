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
  renewLeases,
  tenantOf,
} from './leases.ts';
import type { ConnectionServices } from './services.ts';
import type { ConnectionType } from './table.ts';

/** The maximum pause between two looks for connections, while the database fails. */
const maxRestMs = 10_000;

/** The sessions that start between two looks: each sends some statements at once. */
const startedAtOnce = 20;

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

/** The connections that this process keeps in sync, and the ends of their sessions. */
type Kept = Map<LeasedConnection, { readonly session: AbortController; readonly ended: Promise<void> }>;

/** Starts to keep all connections in sync that no other process keeps. */
export function startConnections(services: ConnectionServices): ConnectionWork {
  const stopping = new AbortController();
  const kept: Kept = new Map();
  let beatAtMs = performance.now();
  const beat = () => (beatAtMs = performance.now());
  const ended = Promise.all([
    leaseAndKeep(services, kept, beat, stopping.signal),
    renew(services, kept, stopping.signal),
  ]);
  return {
    heartbeatAgeMs: () => performance.now() - beatAtMs,
    async stop() {
      stopping.abort();
      for (const { session } of kept.values()) session.abort();
      await ended;
      await Promise.all([...kept.values()].map((each) => each.ended));
    },
  };
}

async function leaseAndKeep(
  services: ConnectionServices,
  kept: Kept,
  beat: () => void,
  signal: AbortSignal,
): Promise<void> {
  const { db, log, maxKept, restMs } = services;
  let faults = 0;
  while (!signal.aborted) {
    beat();
    let rest = restMs;
    try {
      const limit = Math.min(maxKept - kept.size, startedAtOnce);
      if (limit <= 0) await failWaiting(db, maxKept);
      for (const connection of limit > 0 ? await leaseConnections(db, newId(), limit) : []) {
        const session = new AbortController();
        if (signal.aborted) session.abort();
        const ended = keep(services, connection, session.signal, signal).finally(() =>
          kept.delete(connection),
        );
        kept.set(connection, { session, ended });
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

/**
 * Keeps one connection in sync under its lease, and records how that ended. Never throws.
 * @param session aborts when the lease is lost, or with `work`
 */
async function keep(
  services: ConnectionServices,
  connection: LeasedConnection,
  session: AbortSignal,
  work: AbortSignal,
): Promise<void> {
  const { log } = services;
  const tenant = tenantOf(services.db, connection);
  const details = {
    organization: connection.organizationId,
    connection: connection.id,
    type: connection.type,
  };
  const startedMs = performance.now();
  try {
    const { againInMs } = await keepers[connection.type](services, connection, session);
    await releaseConnection(tenant, connection, againInMs);
  } catch (error) {
    const lastedMs = performance.now() - startedMs;
    await end(error, lastedMs).catch((failure: unknown) =>
      log.error({ ...details, err: failure }, 'could not record how a connection ended'),
    );
  }

  async function end(error: unknown, lastedMs: number): Promise<void> {
    if (error instanceof LeaseLost || (session.aborted && !work.aborted)) return;
    if (work.aborted) return releaseConnection(tenant, connection);
    if (error instanceof EndedInStep && lastedMs >= longSessionMs) {
      log.info({ ...details, reason: error.message }, 'a connection ended; connecting again');
      return releaseConnection(tenant, connection);
    }
    const failure = sentenceOf(error);
    if (error instanceof ConnectionFault) log.warn({ ...details, failure }, 'a connection fails; retrying');
    else log.error({ ...details, err: error }, 'a connection failed unexpectedly; retrying');
    await failConnection(
      tenant,
      connection,
      failure,
      error instanceof ConnectionFault ? error.retryAfterMs : 0,
    );
  }
}

const sentenceOf = (error: unknown): string =>
  error instanceof ConnectionFault
    ? error.message
    : `an unexpected error (${reasonOf(error)}); it is in the log of the worker, please report it if it persists`;

/** Renews all leases at once until the work ends, and ends the sessions whose lease is lost. */
async function renew({ db, log }: ConnectionServices, kept: Kept, signal: AbortSignal): Promise<void> {
  try {
    for await (const _tick of setInterval(leaseMs / 3, undefined, { signal })) {
      const held = [...kept.keys()];
      if (held.length === 0) continue;
      const renewed = await renewLeases(db, held).catch((error: unknown) => {
        log.warn({ err: error }, 'could not renew the leases of connections');
        return held;
      });
      const lost = new Set(held);
      for (const connection of renewed) lost.delete(connection);
      for (const connection of lost) kept.get(connection)?.session.abort();
    }
  } catch {
    // Aborted: the work has ended.
  }
}
