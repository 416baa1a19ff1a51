import { and, desc, eq, sql } from 'drizzle-orm';
import type { TenantReader } from '../core/db/tenant.ts';
import { parameter, select } from '../core/db/tenant-statements.ts';
import { maxParticipantLength, maxParticipantsBytes } from './import/imported-activity.ts';
import { type ActivityType, activities } from './table.ts';

/** The maximum length of the `content` returned, in bytes of UTF-8. */
export const maxContentBytes = 10_240;

const summaryColumns = {
  id: activities.id,
  // Only activities of a client are read, so it is never null.
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
 * The columns of an activity in a list. Rows stored before participants were limited may exceed `maxParticipantsBytes`;
 * of these only the first few participants are listed, which fit if they are ASCII.
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
      // A character has at least one byte, so this many characters are always enough.
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

/** The position after which a page of activities starts: the time and id of a record. */
export interface ActivityPosition {
  occurredAt: string;
  id: string;
}

const fromTheNewest: ActivityPosition = {
  occurredAt: '9999-12-31T23:59:59.999Z',
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** Reads an activity with its content cut to `maxContentBytes`; undefined when the client has no such activity. */
export async function getActivity(db: TenantReader, clientId: string, id: string) {
  const activity = await db.first(byId, { clientId, id });
  return activity && { ...activity, content: cutToBytes(activity.content, maxContentBytes) };
}

/** Lists up to `limit` activities of a client after `position`, newest first. */
export function listActivities(
  db: TenantReader,
  clientId: string,
  options: { type: ActivityType | undefined; after: ActivityPosition | undefined; limit: number },
) {
  const { type, limit, after = fromTheNewest } = options;
  const values = { clientId, limit, ...after };
  return type === undefined ? db.all(newest, values) : db.all(newestOfType, { ...values, type });
}

/** Cuts `text` to at most `maxBytes` bytes of UTF-8, at a character boundary. */
export function cutToBytes(text: string, maxBytes: number): string {
  const buffer = new Uint8Array(maxBytes);
  const { read } = new TextEncoder().encodeInto(text, buffer);
  return text.slice(0, read);
}
