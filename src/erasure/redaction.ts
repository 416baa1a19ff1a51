import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { activities } from '../activities/table.ts';
import type { Db } from '../core/db/database.ts';
import { nilUuid } from '../core/rest/fields.ts';
import { users } from '../users/table.ts';
import { batchRows } from './activities.ts';
import { dropCards } from './cards.ts';

/** A person to be replaced in texts. */
interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

const placeholderText = '[erased]';

/**
 * Replaces the address and the full name of a person in all activities of an organization, and drops the cards of their
 * clients.
 * @returns the number of activities changed
 */
export async function redactActivities(
  db: Db,
  organizationId: string,
  person: Person,
  signal: AbortSignal,
): Promise<number> {
  const pattern = patternOf(person);
  const address = await replacementOf(db, organizationId, person);
  let after = nilUuid;
  let changed = 0;
  for (;;) {
    signal.throwIfAborted();
    const page = await readPage(db, organizationId, after, pattern);
    const last = page.at(-1);
    if (!last) return changed;
    const named = page.filter(({ isNamed }) => isNamed);
    if (named.length > 0)
      await db.transaction(async (transaction) => {
        const ids = named.map(({ id }) => id);
        await transaction
          .update(activities)
          .set(replaced(pattern, { address, email: person.email }))
          .where(and(eq(activities.organizationId, organizationId), inArray(activities.id, ids)));
        const clientIds = named.flatMap(({ clientId }) => clientId ?? []);
        await dropCards(transaction, organizationId, [...new Set(clientIds)]);
      });
    changed += named.length;
    after = last.id;
  }
}

const literal = (text: string) => text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');

/** A regular expression of PostgreSQL for an address that is no part of a longer one. */
const addressPattern = (email: string) => `(?<![\\w.+-])${literal(email)}(?![\\w-]|\\.\\w)`;

/** A regular expression of PostgreSQL for the address and the full name, with any space between its words. */
function patternOf({ email, firstName, lastName }: Person): string {
  const words = `${firstName} ${lastName}`.split(/\s+/).filter((word) => word !== '');
  const name = words.length > 1 ? [`(?<!\\w)${words.map(literal).join('\\s+')}(?!\\w)`] : [];
  return [addressPattern(email), ...name].join('|');
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

const readPage = (db: Db, organizationId: string, after: string, pattern: string) =>
  db
    .select({
      id: activities.id,
      clientId: activities.clientId,
      isNamed: sql<boolean>`(${activities.subject} ~* ${pattern} or ${activities.content} ~* ${pattern}
        or array_to_string(${activities.participants}, E'\\n') ~* ${pattern}
        or array_to_string(${activities.participantNames}, E'\\n') ~* ${pattern})`,
    })
    .from(activities)
    .where(and(eq(activities.organizationId, organizationId), gt(activities.id, after)))
    .orderBy(asc(activities.id))
    // Contents are read as a whole.
    .limit(batchRows / 5);

/** The new values of an activity. A participant is replaced as a whole, with the name. */
function replaced(pattern: string, { address, email }: { address: string; email: string }) {
  const without = (text: SQL) => sql`regexp_replace(${text}, ${pattern}, ${placeholderText}, 'gi')`;
  const isPerson = sql`each.participant ~* ${addressPattern(email)}`;
  const people = sql`unnest(${activities.participants}, ${activities.participantNames})
    with ordinality as each(participant, name, place)`;
  return {
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
