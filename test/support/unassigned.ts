import type { ImportedActivity } from '../../src/activities/import/imported-activity.ts';
import { assignBacklog, recordActivities } from '../../src/activities/record.ts';
import type { Db } from '../../src/core/db/database.ts';
import type { TenantDb } from '../../src/core/db/tenant.ts';
import { incoming } from './incoming.ts';

type Fields = Partial<ImportedActivity> & Pick<ImportedActivity, 'participants'>;

/** Records an activity of these participants, which stays unassigned unless a rule matches one of them. */
export const recordUnassigned = (
  db: TenantDb,
  { integration = 'import', ...fields }: Fields & { integration?: string },
) => recordActivities(db, integration, [incoming({ occurredAt: '2026-06-01T12:00:00.000Z', ...fields })]);

/** Assigns all that is due for an organization; returns how many were. */
export async function assignAll(db: Db, organizationId: string): Promise<number> {
  let sum = 0;
  for (;;) {
    const done = await assignBacklog(db, organizationId);
    if (done === undefined) return sum;
    sum += done;
  }
}
