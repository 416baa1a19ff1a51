import { newId } from '../core/db/id.ts';
import type { Background } from '../core/loop.ts';
import { reasonOf } from '../core/reason.ts';
import { startSessions } from '../core/sessions.ts';
import { keepCalendar } from './calendar/keep.ts';
import { ConnectionFault, LeaseLost } from './fault.ts';
import { keepImap } from './imap/keep.ts';
import {
  connectionLeases,
  failConnection,
  type LeasedConnection,
  leaseConnections,
  leaseOfOthers,
  releaseConnection,
  tenantOf,
} from './leases.ts';
import type { ConnectionServices } from './services.ts';

/** The sessions that start between two looks: each sends some statements at once. */
const maxStarted = 20;

/** Starts to keep all connections in sync that no other process keeps. When it is stopped, other workers can take them at once. */
export const startConnections = (services: ConnectionServices): Background =>
  startSessions({
    log: services.log,
    what: 'connections',
    restMs: services.restMs,
    maxSessions: services.maxKept,
    maxStarted,
    leaseMs: connectionLeases.leaseMs,
    lease: (limit) => leaseConnections(services.db, newId(), limit),
    renew: (held) => connectionLeases.renew(services.db, held),
    run: (connection, session) => keep(services, connection, session),
    leaseOfOthers: (organizationIds) => leaseOfOthers(services.db, newId(), organizationIds),
  });

/**
 * Keeps one connection in sync under its lease, and records how that ended. Never throws.
 * @param session ends it; it is then due at once for whoever has room
 */
async function keep(
  services: ConnectionServices,
  connection: LeasedConnection,
  session: AbortSignal,
): Promise<void> {
  const { organizationId: organization, id, type } = connection;
  const tenant = tenantOf(services.db, connection);
  const log = services.log.child({ organization, connection: id, type });
  const end = (error: unknown) => {
    if (session.aborted) return releaseConnection(tenant, connection);
    if (error instanceof LeaseLost) return undefined;
    if (error instanceof ConnectionFault) {
      log.warn({ failure: error.message }, 'a connection fails; retrying');
      return failConnection(tenant, connection, error.message, error.retryAfterMs);
    }
    log.error({ err: error }, 'a connection failed unexpectedly; retrying');
    const failure = `an unexpected error (${reasonOf(error)}); see the log of the worker, and report it if it persists`;
    return failConnection(tenant, connection, failure);
  };
  const keeper = type === 'imap' ? keepImap : keepCalendar;
  await keeper({ ...services, log }, connection, session)
    .then((restMs) => releaseConnection(tenant, connection, restMs))
    .catch(end)
    .catch((error: unknown) => log.error({ err: error }, 'could not record how a connection ended'));
}
