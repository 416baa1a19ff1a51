import { v7 } from 'uuid';
import { clientsByDomain } from '../clients/assignment-rules.ts';
import { toDomain } from '../core/fields.ts';
import type { TenantDb } from '../core/tenant.ts';
import type { ImportedActivity } from './import/imported-activity.ts';
import { activities } from './table.ts';

/** What became of a batch; `imported` counts the unassigned too. */
export interface RecordCounts {
  imported: number;
  duplicates: number;
  unassigned: number;
}

/**
 * Records a batch of activities, all or none. Each goes to the client that the wired rules of the integration give for
 * the domain of its first participant that has one; without such a rule it is kept unassigned. One that is known by
 * its `sourceId` is a duplicate and changes nothing.
 * @param incoming at most 1,000
 */
export async function recordActivities(
  db: TenantDb,
  integration: string,
  incoming: readonly ImportedActivity[],
): Promise<RecordCounts> {
  const domains = [...new Set(incoming.flatMap(({ participants }) => domainsOf(participants)))];
  const clientByDomain = await clientsByDomain(db, integration, domains);
  const rows = incoming.map((activity) => ({
    ...activity,
    id: v7(),
    source: integration,
    immutable: true,
    clientId: firstClient(activity.participants, clientByDomain),
  }));
  // In one order everywhere, so that two batches with the same messages wait for each other and never deadlock.
  rows.sort((a, b) => (a.sourceId < b.sourceId ? -1 : Number(a.sourceId > b.sourceId)));
  const inserted = await db.insert(activities, rows, { clientId: activities.clientId }, 'skip');
  return {
    imported: inserted.length,
    duplicates: incoming.length - inserted.length,
    unassigned: inserted.filter(({ clientId }) => clientId === null).length,
  };
}

/** The client of the first participant whose domain leads to one, or null. */
function firstClient(
  participants: readonly string[],
  clientByDomain: ReadonlyMap<string, string>,
): string | null {
  for (const domain of domainsOf(participants)) {
    const client = clientByDomain.get(domain);
    if (client !== undefined) return client;
  }
  return null;
}

/** The domains of those participants that are email addresses, in their order. */
function domainsOf(participants: readonly string[]): string[] {
  return participants.flatMap((participant) => {
    const at = participant.lastIndexOf('@');
    return (at < 0 ? undefined : toDomain(participant.slice(at + 1).toLowerCase())) ?? [];
  });
}
