import type { ImapFlow } from 'imapflow';
import type { TenantDb } from '../../core/db/tenant.ts';
import type { LeasedConnection } from '../leases.ts';
import type { ImapSettings } from '../schemas.ts';
import type { ConnectionServices } from '../services.ts';

/** A connection to a server, for the time of a lease. */
export interface ImapSession {
  readonly services: ConnectionServices;
  readonly connection: LeasedConnection;
  readonly settings: ImapSettings;
  readonly client: ImapFlow;
  readonly tenant: TenantDb;
  readonly signal: AbortSignal;
  /** True while nothing is left to read. */
  isInStep: boolean;
}
