import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { activities } from '../activities/table.ts';
import type { Db } from '../core/db/database.ts';
import { pageSize } from '../core/db/page-size.ts';
import { nilUuid } from '../core/rest/fields.ts';
import { users } from '../users/table.ts';
import { batchRows, readBound } from './activities.ts';
import { dropCards } from './cards.ts';
import { addressPattern, idPattern, type Person, placeholderText, textPattern } from './person.ts';
import { forgetMeetings, rememberAsErased } from './source-ids.ts';

/**
 * Replaces the address and the full name of a person in all activities of an organization, and drops the cards of their
 * clients. Ids with them are replaced, and remembered as hashes, so that copies are still duplicates.
 * Yields the number of activities read so far.
 * @returns the number of activities changed
 */
export async function* redactActivities(
  db: Db,
  organizationId: string,
  person: Person,
  signal: AbortSignal,
): AsyncGenerator<number, number> {
  const patterns = { text: textPattern(person), id: idPattern(person) };
  const address = await replacementOf(db, organizationId, person);
  // First, so that a calendar does not cancel meetings whose ids it no longer knows.
  await forgetMeetings(db, organizationId, patterns.id, signal);
  let after = nilUuid;
  let read = 0;
  let changed = 0;
  for (;;) {
    signal.throwIfAborted();
    const where = and(eq(activities.organizationId, organizationId), gt(activities.id, after));
    const size = await pageSize(db, activities, { ...bound, columns, where, orderBy: [activities.id] });
    const { last, rows, named } = await db.transaction(async (transaction) => {
      const page = await readPage(transaction, where, patterns).limit(size);
      const named = page.filter(({ isNamed, hasNamedId }) => isNamed || hasNamedId);
      if (named.length > 0) {
        const ids = named.map(({ id }) => id);
        const erasedIds = named.filter(({ hasNamedId }) => hasNamedId);
        await rememberAsErased(transaction, organizationId, erasedIds);
        await transaction
          .update(activities)
          .set(replaced(patterns, { address, email: person.email }))
          .where(and(eq(activities.organizationId, organizationId), inArray(activities.id, ids)));
        const clientIds = named.flatMap(({ clientId }) => clientId ?? []);
        await dropCards(transaction, organizationId, [...new Set(clientIds)]);
      }
      return { last: page.at(-1), rows: page.length, named: named.length };
    });
    if (!last) return changed;
    changed += named;
    read += rows;
    yield read;
    after = last.id;
  }
}

/**
 * The address in place of a person's: in the same domain if another user has one there, so that cards still know which side
 * wrote.
 */
async function replacementOf(db: Db, organizationId: string, { email }: Person): Promise<string> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const [colleague] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.organizationId, organizationId),
        sql`split_part(${users.email}, '@', 2) = ${domain}`,
        sql`${users.email} <> ${email}`,
      ),
    )
    .limit(1);
  return `erased@${colleague ? domain : 'erased.invalid'}`;
}

/** The patterns for a person. */
interface Patterns {
  readonly text: string;
  readonly id: string;
}

/** Contents are read as a whole, and replaced at 5 MB a second if they consist of nothing but the name. */
const bound = { rows: batchRows / 5, bytes: readBound.bytes };
const columns = [
  activities.subject,
  activities.content,
  activities.participants,
  activities.participantNames,
];

const readPage = (db: Db, where: SQL | undefined, { text, id }: Patterns) =>
  db
    .select({
      id: activities.id,
      clientId: activities.clientId,
      source: activities.source,
      sourceId: activities.sourceId,
      occurredAt: activities.occurredAt,
      hasNamedId: sql<boolean>`${activities.sourceId} ~* ${id}`,
      isNamed: sql<boolean>`(${activities.subject} ~* ${text} or ${activities.content} ~* ${text}
        or array_to_string(${activities.participants}, E'\\n') ~* ${text}
        or array_to_string(${activities.participantNames}, E'\\n') ~* ${text})`,
    })
    .from(activities)
    .where(where)
    .orderBy(asc(activities.id));

/** The new values of an activity. A participant is replaced as a whole, with the name. */
function replaced(patterns: Patterns, { address, email }: { address: string; email: string }) {
  const without = (text: SQL) => sql`regexp_replace(${text}, ${patterns.text}, ${placeholderText}, 'gi')`;
  const isPerson = sql`each.participant ~* ${addressPattern(email)}`;
  const people = sql`unnest(${activities.participants}, ${activities.participantNames})
    with ordinality as each(participant, name, place)`;
  return {
    // Nobody can guess it, and so keep it from being unique.
    sourceId: sql`case when ${activities.sourceId} ~* ${patterns.id} then 'erased:' || gen_random_uuid()
      else ${activities.sourceId} end`,
    subject: without(sql`${activities.subject}`),
    content: without(sql`${activities.content}`),
    participants: sql`array(select case when ${isPerson} then ${address} else ${without(sql`each.participant`)} end
      from ${people} order by each.place)`,
    participantNames: sql`case when ${activities.participantNames} = '{}' then '{}'::text[] else
      array(select case when ${isPerson} then '' else ${without(sql`each.name`)} end
        from ${people} order by each.place) end`,
    updatedAt: sql`now()`,
  };
}
