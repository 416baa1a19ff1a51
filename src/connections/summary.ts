import { eq, sql } from 'drizzle-orm';
import type { Db } from '../core/db/database.ts';
import { organizations } from '../organization/table.ts';
import { statusColumns } from './queries.ts';
import { type ConnectionState, connectionStates, connections } from './table.ts';

/**
 * Counts the connections of a whole database by state, for monitoring.
 * @returns also the longest time since a server last answered, or since it was due to be asked, among connections that are
 *   neither paused nor failing; 0 if there are none
 */
export async function summarizeConnections(db: Db) {
  const rows = await db
    .select({
      state: connections.state,
      count: sql<number>`count(*)::int`,
      unseenSeconds: sql<number>`extract(epoch from max(now()
        - greatest(coalesce(${connections.lastSeenAt}, ${connections.createdAt}), ${connections.nextTryAt})))::float8`,
    })
    .from(connections)
    .groupBy(connections.state);
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  const unseen = rows
    .filter(({ state }) => state !== 'paused' && state !== 'failing')
    .map(({ unseenSeconds }) => unseenSeconds);
  return {
    // `fromEntries` loses the names of the states.
    byState: Object.fromEntries(connectionStates.map((state) => [state, counts.get(state) ?? 0])) as Record<
      ConnectionState,
      number
    >,
    longestUnseenSeconds: Math.max(0, ...unseen),
  };
}

/** Lists the connections of all organizations with their status, the failing ones first. */
export const listAllConnections = (db: Db) =>
  db
    .select({ organization: organizations.slug, ...statusColumns })
    .from(connections)
    .innerJoin(organizations, eq(organizations.organizationId, connections.organizationId))
    .orderBy(sql`${connections.state} <> 'failing'`, organizations.slug, connections.id);
