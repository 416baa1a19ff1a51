import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { activities } from '../activities/table.ts';
import type { Db } from '../core/db/database.ts';
import { pageSize } from '../core/db/page-size.ts';
import { readPages } from '../core/db/pages.ts';
import { users } from '../users/table.ts';
import { batchRows, readBound } from './activities.ts';
import { dropCards } from './cards.ts';
import { addressPattern, idPattern, type Person, placeholderText, textPattern } from './person.ts';
import { forgetMeetings, forgetMeetingsOf, rememberAsErased } from './source-ids.ts';

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
  let read = 0;
  let changed = 0;
  for await (const page of readNamed(db, organizationId, patterns, signal)) {
    const named = page.filter(({ isNamed, hasNamedId }) => isNamed || hasNamedId);
    if (named.length > 0)
      await db.transaction(async (transaction) => {
        // A calendar would write the text of a meeting again.
        const erasedIds = named.filter(({ hasNamedId, type }) => hasNamedId || type === 'meeting');
        await rememberAsErased(transaction, organizationId, erasedIds);
        const ids = named.map(({ id }) => id);
        await transaction
          .update(activities)
          .set(replaced(patterns, { address, email: person.email }))
          .where(and(eq(activities.organizationId, organizationId), inArray(activities.id, ids)));
        await forgetMeetingsOf(transaction, organizationId, erasedIds);
        const clientIds = named.flatMap(({ clientId }) => clientId ?? []);
        await dropCards(transaction, organizationId, [...new Set(clientIds)]);
      });
    changed += named.length;
    read += page.length;
    yield read;
  }
  return changed;
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

/** Reads all activities page by page, each with whether the patterns match. */
const readNamed = (db: Db, organizationId: string, { text, id: idForm }: Patterns, signal: AbortSignal) =>
  readPages(async (last: { readonly id: string } | undefined) => {
    const { id, clientId, type, source, sourceId, occurredAt, subject, content, participants } = activities;
    const where = and(eq(activities.organizationId, organizationId), last && gt(id, last.id));
    const size = await pageSize(db, activities, { ...bound, columns, where, orderBy: [id] });
    const hasNamedId = sql<boolean>`${sourceId} ~* ${idForm}`;
    const isNamed = sql<boolean>`(${subject} ~* ${text} or ${content} ~* ${text}
      or array_to_string(${participants}, E'\\n') ~* ${text}
      or array_to_string(${activities.participantNames}, E'\\n') ~* ${text})`;
    return db
      .select({ id, clientId, type, source, sourceId, occurredAt, hasNamedId, isNamed })
      .from(activities)
      .where(where)
      .orderBy(asc(id))
      .limit(size);
  }, signal);

/** The new values of an activity. A participant is replaced as a whole, with the name. */
function replaced(patterns: Patterns, { address, email }: { address: string; email: string }) {
  const without = (text: SQL) => sql`regexp_replace(${text}, ${patterns.text}, ${placeholderText}, 'gi')`;
  const isPerson = sql`each.participant ~* ${addressPattern(email)}`;
  const people = sql`unnest(${activities.participants}, ${activities.participantNames})
    with ordinality as each(participant, name, place)`;
  return {
    // Random, so that nobody can take the same id first.
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
