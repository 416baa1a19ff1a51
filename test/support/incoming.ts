import { randomUUID } from 'node:crypto';
import type { ImportedActivity } from '../../src/activities/import/imported-activity.ts';

/** An activity to be recorded: an email, unless something else is given. */
export const incoming = (fields: Partial<ImportedActivity> = {}): ImportedActivity => ({
  sourceId: randomUUID(),
  type: 'email',
  subject: 'Hello',
  content: 'Hello!',
  occurredAt: '2026-01-01T00:00:00.000Z',
  participants: ['pat@globex.example'],
  archivedAt: null,
  ...fields,
});
