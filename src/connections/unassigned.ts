import { listUnassigned } from '../activities/queries.ts';
import type { TenantReader } from '../core/db/tenant.ts';
import { listCountedDomains } from './domains.ts';
import type { UnassignedDomain } from './schemas.ts';

/**
 * Counts unassigned activities by the domains of their participants, most first: the newest that are recorded, and the
 * messages that connections only counted.
 */
export async function listUnassignedDomains(db: TenantReader, limit: number): Promise<UnassignedDomain[]> {
  const byDomain = new Map<string, UnassignedDomain>();
  for (const row of await listUnassigned(db, limit)) byDomain.set(row.domain, row);
  for (const { domain, activities, latestAt } of await listCountedDomains(db, limit)) {
    const recorded = byDomain.get(domain);
    byDomain.set(domain, {
      domain,
      activities: activities + (recorded?.activities ?? 0),
      latestSubject: recorded?.latestSubject ?? null,
      latestAt: recorded && recorded.latestAt > latestAt ? recorded.latestAt : latestAt,
    });
  }
  return [...byDomain.values()]
    .sort((one, other) => other.activities - one.activities || (one.domain < other.domain ? -1 : 1))
    .slice(0, limit);
}
