import { randomUUID } from 'node:crypto';
import type { ImportedActivity } from '../../src/activities/import/imported-activity.ts';
import { connectionMeetings } from '../../src/connections/calendar/table.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { workOnce } from '../../src/insights/work.ts';
import { createLog } from '../../src/log.ts';
import type { TestApi, TestOrganization } from './api.ts';
import { incoming } from './incoming.ts';
import { refuseWrites } from './refuse-writes.ts';

/** A word that nothing else in the database contains. */
export const newMark = () => `mark${randomUUID().replaceAll('-', '')}`;

/** Computes all cards of an organization. */
export async function computeCards({ database: { db } }: TestApi, { id }: TestOrganization): Promise<void> {
  const work = { db, engine: builtInEngine, log: createLog({ logLevel: 'silent' }) };
  const scope = { organizationId: id };
  while (await workOnce(work, scope, () => new Date('2026-06-10T00:00:00Z'), new AbortController().signal));
}

/** An email to be recorded. */
export const email = (fields: Partial<ImportedActivity>) =>
  incoming({
    occurredAt: '2026-06-01T12:00:00.000Z',
    subject: 'Renewal',
    content: 'Thank you, this is great work and we are very happy with it.',
    isMail: true,
    ...fields,
  });

/** Makes a calendar know meetings of these ids. */
export function knowMeetings(
  { db: tenant }: TestOrganization,
  connectionId: string,
  ids: { sourceId: string; uid: string }[],
) {
  const common = {
    connectionId,
    fingerprint: '00',
    occurredAt: '2026-06-01T12:00:00.000Z',
    takesPlace: true,
  };
  const rows = ids.map((each) => ({ ...common, ...each }));
  return tenant.insert(connectionMeetings, rows);
}

/** Refuses one kind of write of an organization, until the returned function is called. */
export function refuse(
  { database }: TestApi,
  { id }: TestOrganization,
  [on, before]: readonly [string, 'insert' | 'update' | 'delete'],
) {
  const row = before === 'insert' ? 'new' : 'old';
  return refuseWrites(database, { on, before, when: `${row}.organization_id = '${id}'` });
}
