import { type Database, openPostgres } from '../../src/core/db/database.ts';
import { eventTimeoutMs } from './timeouts.ts';

/** Opens PostgreSQL with a timeout for statements that outlasts a machine that stalls. */
export const openTestPostgres = (url: string, poolSize = 4): Database =>
  openPostgres(url, { poolSize, statementTimeoutMs: eventTimeoutMs });
