import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { rememberErased } from '../activities/record.ts';
import { activities } from '../activities/table.ts';
import { assignmentRules, clients } from '../clients/table.ts';
import { forgetMeetings, meetingsOf } from '../connections/calendar/forget.ts';
import { connectionMeetings } from '../connections/calendar/table.ts';
import { connections } from '../connections/table.ts';
import type { Key } from '../core/db/key-order.ts';
import type { Author } from '../core/db/side-records.ts';
import type { TenantDb } from '../core/db/tenant.ts';
import { isAnyOf } from '../core/db/tenant-rows.ts';
import { nameBounds } from '../core/rest/fields.ts';
import { dropInsights } from '../insights/jobs.ts';
import { lockOrganization } from '../organization/queries.ts';
import { tokens } from '../tokens/table.ts';
import { users } from '../users/table.ts';
import { mentionOfPerson, type PersonMention } from './mention.ts';
import { type ErasedRows, eraseMentions, type Replace, replaceIn, textsIn } from './rows.ts';

/**
 * Erases a person from all data of an organization, in batches: the address and the full name in texts, and users with the
 * address, with their tokens and mailbox connections. Safe to repeat after an interruption. Yields the number of rows read in
 * each step.
 * @param name a full name; those of users with the address are erased as well
 */
export async function* erasePerson(
  db: TenantDb,
  { email, name }: { readonly email: string; readonly name?: string | undefined },
  author: Author,
  signal: AbortSignal,
): AsyncGenerator<number, ErasedRows> {
  const { erased, names } = await db.transaction((transaction) => begin(transaction, email, author));
  const placeholder = await placeholderOf(db, email);
  const person = mentionOfPerson({ email, names: [name ?? '', ...names], placeholder });
  yield* eraseMentions(
    db,
    erased,
    (texts, ids) => texts.some(person.isIn) || ids.some(person.isInId),
    signal,
    replacing(person),
  );
  // Users keep their names until the end, so that a second run after an interruption knows what to look for.
  const isErased = and(eq(users.email, email), isNotNull(users.deletedAt));
  const removed = await db.delete(users, isErased).returning({ one: sql`1` });
  return { ...erased, users: removed.length };
}

/**
 * Marks the users with the address as deleted, and deletes their tokens and mailbox connections, with audit entries without
 * values. Runs in a transaction.
 */
async function begin(transaction: TenantDb, email: string, author: Author) {
  // What is being recorded is there when the activities are read.
  await lockOrganization(transaction);
  const { firstName, lastName } = users;
  const marked = await transaction
    .update(users, { deletedAt: sql`coalesce(${users.deletedAt}, now())` }, eq(users.email, email))
    .returning({ id: users.id, firstName, lastName });
  const ids = marked.map(({ id }) => id);
  const ended = await transaction.delete(tokens, isAnyOf(tokens.userId, ids)).returning({ id: tokens.id });
  const isOfUser = sql`lower(${connections.settings} ->> 'user') = ${email}`;
  const ofUser = await transaction.delete(connections, isOfUser).returning({ id: connections.id });
  const resources = [
    ...(ids.length > 0 ? ids.map((id) => `users/${id}`) : [`organization/${transaction.organizationId}`]),
    ...ofUser.map(({ id }) => `connections/${id}`),
  ];
  for (const resource of resources) await transaction.audit(author, { resource });
  const names = marked.map((user) => `${user.firstName} ${user.lastName}`);
  const erased: ErasedRows = { tokens: ended.length, connections: ofUser.length };
  return { names, erased };
}

/**
 * The address in place of a person's: in the same domain if another user, a client or a rule has it, so that cards still know
 * which side wrote.
 */
async function placeholderOf(db: TenantDb, email: string): Promise<string> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const isColleague = sql`split_part(${users.email}, '@', 2) = ${domain} and ${users.email} <> ${email}`;
  const known = await Promise.all([
    db.count(users, isColleague),
    db.count(clients, eq(clients.domain, domain)),
    db.count(assignmentRules, eq(assignmentRules.domain, domain)),
  ]);
  return `erased@${known.some((count) => count > 0) ? domain : 'erased.invalid'}`;
}

/** Replaces a person in rows, and drops the cards of the clients whose activities these are. */
const replacing =
  (person: PersonMention): Replace =>
  async (transaction, each, rows) => {
    const ids = Object.keys(each.mentions.ids);
    const replace = () => replaceIn(transaction, each, rows, (row) => withoutPerson(row, ids, person));
    if (each.table === connectionMeetings) return forgetMeetings(transaction, rows);
    if (each.table !== activities) return replace();
    await forgetMeetings(transaction, meetingsOf(rows));
    await transaction.execute(rememberErased(transaction, sql`${activities} where ${rows}`));
    await replace();
    const { clientId } = activities;
    const concerned = await transaction.select({ clientId }, activities, rows).groupBy(clientId);
    const clientIds = concerned.flatMap((activity) => activity.clientId ?? []);
    await dropInsights(transaction, clientIds);
  };

function withoutPerson(row: Key, ids: readonly string[], person: PersonMention): Key {
  const participants = textsIn(row.participants);
  const without = (name: string, value: unknown) => {
    // Random, so that nobody can take the same id first.
    if (ids.includes(name)) return textsIn(value).some(person.isInId) ? `erased:${randomUUID()}` : value;
    if (name === 'participantNames')
      return textsIn(value).map((each, at) =>
        person.hasAddress(participants[at] ?? '') ? '' : person.without(each),
      );
    if (Array.isArray(value)) return textsIn(value).map(person.without);
    const text = typeof value === 'string' ? person.without(value) : value;
    // What takes the place of a short name may be longer.
    return name === 'name' ? Array.from(String(text)).slice(0, nameBounds.maxLength).join('') : text;
  };
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, without(name, value)]));
}
