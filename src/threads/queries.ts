import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { toThread } from '../activities/import/imported-activity.ts';
import { activities } from '../activities/table.ts';
import { clients, notDeleted } from '../clients/table.ts';
import type { TenantReader } from '../core/db/tenant.ts';
import { named, parameter } from '../core/db/tenant-statements.ts';
import type { InsightThread } from '../insights/schemas.ts';
import { isSnoozed } from '../insights/summaries.ts';
import { insightSummaries, snoozes } from '../insights/table.ts';
import { conversationsOf } from '../insights/text/conversations.ts';
import { isAtRisk } from '../today/queries.ts';

const ofClient = named('threads.list', { clientId: insightSummaries.clientId }, (db, { clientId }) =>
  db
    .select(
      {
        clientId: clients.id,
        clientName: clients.name,
        thread: sql<InsightThread>`thread.value`.as('thread'),
        isAtRisk: isAtRisk.as('isAtRisk'),
        isHidden: sql<boolean>`${snoozes.id} is not null`.as('isHidden'),
        hiddenUntil: snoozes.until,
      },
      insightSummaries,
      eq(insightSummaries.clientId, clientId),
    )
    .innerJoin(clients, and(db.own(clients), eq(clients.id, insightSummaries.clientId), notDeleted))
    .crossJoin(
      sql`jsonb_array_elements(${insightSummaries.threads}) with ordinality as thread(value, position)`,
    )
    .leftJoin(snoozes, isSnoozed(db))
    .orderBy(sql`thread.position`),
);

const headers = {
  id: activities.id,
  type: activities.type,
  subject: activities.subject,
  participants: activities.participants,
  occurredAt: activities.occurredAt,
  sourceId: activities.sourceId,
  thread: activities.thread,
};

const byId = named('threads.activity', { clientId: activities.clientId, id: activities.id }, (db, given) =>
  db.select(headers, activities, and(eq(activities.clientId, given.clientId), eq(activities.id, given.id))),
);

/** The number of activities on each side of one among which its conversation is looked for. */
const maxNeighbours = 250;

const position = { clientId: activities.clientId, occurredAt: activities.occurredAt, id: activities.id };
const keys = sql`(${activities.occurredAt}, ${activities.id})`;

const neighbours = (name: string, comparison: '<' | '>', order: typeof asc) =>
  named(name, { ...position, limit: parameter<number>() }, (db, { clientId, occurredAt, id, limit }) =>
    db
      .select(
        headers,
        activities,
        and(
          eq(activities.clientId, clientId),
          sql`${keys} ${sql.raw(comparison)} (${occurredAt}::timestamptz, ${id}::uuid)`,
        ),
      )
      .orderBy(order(activities.occurredAt), order(activities.id))
      .limit(limit),
  );

const older = neighbours('threads.older', '<', desc);
const newer = neighbours('threads.newer', '>', asc);

/** The stored threads of a client, most urgent first. Empty for an unknown client. */
export const listThreads = async (db: TenantReader, clientId: string) =>
  (await db.all(ofClient, { clientId })).map(({ thread, ...of }) => ({ ...of, ...thread }));

/**
 * Finds the conversation of an activity among the client's 250 activities before it and the 250 after it, grouped as on the
 * cards. Undefined when the client has no such activity.
 * @returns the conversation, oldest first, and the activities just before and after in it, or in the timeline if it stands
 *   alone
 */
export async function readConversation(db: TenantReader, clientId: string, id: string) {
  const opened = await db.first(byId, { clientId, id });
  if (opened === undefined) return undefined;
  const from = { clientId, occurredAt: opened.occurredAt, id, limit: maxNeighbours };
  const [before, after] = await Promise.all([db.all(older, from), db.all(newer, from)]);
  const timeline = [...before.toReversed(), opened, ...after];
  const entries = timeline.map((row) => ({
    activity: { ...row, ownThread: toThread(row.sourceId) },
    atMs: Date.parse(row.occurredAt),
  }));
  const found = conversationsOf(entries).find((group) => group.some(({ activity }) => activity.id === id));
  const messages = (found ?? []).map(({ activity }) => activity);
  const path = messages.length > 1 ? messages : timeline;
  const index = path.findIndex((activity) => activity.id === id);
  return { messages, previous: path[index - 1], next: path[index + 1] };
}
