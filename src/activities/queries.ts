import { and, desc, eq, sql } from 'drizzle-orm';
import type { TenantReader } from '../core/db/tenant.ts';
import { parameter, select } from '../core/db/tenant-statements.ts';
import { maxParticipantLength, maxParticipantsBytes } from './import/imported-activity.ts';
import { type ActivityType, activities } from './table.ts';

/** `content` is cut at this many bytes of UTF-8 when an activity is read. */
export const maxContentBytes = 10_240;

const summaryColumns = {
  id: activities.id,
  // Only activities of one client are read, so there is one.
  clientId: sql<string>`${activities.clientId}`.as('clientId'),
  type: activities.type,
  source: activities.source,
  subject: activities.subject,
  occurredAt: activities.occurredAt,
  participants: activities.participants,
  immutable: activities.immutable,
  archivedAt: activities.archivedAt,
  createdAt: activities.createdAt,
  updatedAt: activities.updatedAt,
};

/**
 * What lists show of an activity. Rows that were stored before participants were bounded may have 100 of 320 characters:
 * of those, so many are shown as are sure to be few enough.
 */
const listColumns = {
  ...summaryColumns,
  participants: sql<string[]>`case
    when octet_length(array_to_string(${activities.participants}, '')) <= ${sql.raw(String(maxParticipantsBytes))}
    then ${activities.participants}
    else ${activities.participants}[:${sql.raw(String(Math.floor(maxParticipantsBytes / maxParticipantLength)))}] end`.as(
    'participants',
  ),
};

const byId = select(
  'activities.get',
  activities,
  { clientId: activities.clientId, id: activities.id },
  ({ clientId, id }) => ({
    columns: {
      ...summaryColumns,
      // A character has at least one byte, so this many characters always suffice.
      content: sql<string>`left(${activities.content}, ${sql.raw(String(maxContentBytes))})`.as('content'),
    },
    where: and(eq(activities.clientId, clientId), eq(activities.id, id)),
  }),
);

const position = {
  clientId: activities.clientId,
  occurredAt: activities.occurredAt,
  id: activities.id,
  limit: parameter<number>(),
};

const newest = select('activities.list', activities, position, ({ clientId, occurredAt, id, limit }) => ({
  columns: listColumns,
  where: and(eq(activities.clientId, clientId), before(occurredAt, id)),
  orderBy: [desc(activities.occurredAt), desc(activities.id)],
  limit,
}));

const newestOfType = select(
  'activities.listOfType',
  activities,
  { ...position, type: activities.type },
  ({ clientId, occurredAt, id, limit, type }) => ({
    columns: listColumns,
    where: and(eq(activities.clientId, clientId), eq(activities.type, type), before(occurredAt, id)),
    orderBy: [desc(activities.occurredAt), desc(activities.id)],
    limit,
  }),
);

function before(occurredAt: unknown, id: unknown) {
  return sql`(${activities.occurredAt}, ${activities.id}) < (${occurredAt}::timestamptz, ${id}::uuid)`;
}

/** Where a page of activities starts: after the record that has this time and id. */
export interface ActivityPosition {
  occurredAt: string;
  id: string;
}

const fromTheNewest: ActivityPosition = {
  occurredAt: '9999-12-31T23:59:59.999Z',
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** The activity with its content cut at `maxContentBytes`, or undefined when the client has no such activity. */
export async function getActivity(db: TenantReader, clientId: string, id: string) {
  const activity = await db.first(byId, { clientId, id });
  return activity && { ...activity, content: cutToBytes(activity.content, maxContentBytes) };
}

/** Up to `limit` activities of a client, newest first, those after `position`. */
export function listActivities(
  db: TenantReader,
  clientId: string,
  options: { type: ActivityType | undefined; after: ActivityPosition | undefined; limit: number },
) {
  const { type, limit, after = fromTheNewest } = options;
  const values = { clientId, limit, ...after };
  return type === undefined ? db.all(newest, values) : db.all(newestOfType, { ...values, type });
}

/** The longest beginning of `text` that has at most `maxBytes` bytes of UTF-8, whole characters only. */
export function cutToBytes(text: string, maxBytes: number): string {
  const buffer = new Uint8Array(maxBytes);
  const { read } = new TextEncoder().encodeInto(text, buffer);
  return text.slice(0, read);
}
