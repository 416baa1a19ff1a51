import { randomUUID } from 'node:crypto';
import { assignBacklog, recordActivities } from '../../src/activities/record.ts';
import type { Db } from '../../src/core/db/database.ts';
import type { TenantDb } from '../../src/core/db/tenant.ts';

/** Records an activity of these participants, which stays unassigned unless a rule matches one of them. */
export const recordUnassigned = (
  db: TenantDb,
  fields: {
    participants: string[];
    subject?: string;
    content?: string;
    occurredAt?: string;
    integration?: string;
  },
) =>
  recordActivities(db, fields.integration ?? 'import', [
    {
      sourceId: randomUUID(),
      type: 'email',
      subject: fields.subject ?? 'Hello',
      content: fields.content ?? 'Hello!',
      occurredAt: fields.occurredAt ?? '2026-06-01T12:00:00.000Z',
      participants: fields.participants,
      archivedAt: null,
    },
  ]);

/** Assigns all that is due for an organization; returns how many were. */
export async function assignAll(db: Db, organizationId: string): Promise<number> {
  let sum = 0;
  for (;;) {
    const done = await assignBacklog(db, organizationId);
    if (done === undefined) return sum;
    sum += done;
  }
}
