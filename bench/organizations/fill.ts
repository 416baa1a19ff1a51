import type { Sql } from 'postgres';
import { demoBook } from '../../src/demo/book.ts';
import { hashToken } from '../../src/tokens/token.ts';
import { tokenOf } from '../requests/fixture.ts';

const organizations = 50_000;
const activitiesPerClient = 10;

/** The data as it was made. Organization 0 is the large one. */
export interface Book {
  readonly sizes: readonly { readonly clients: number; readonly activities: number }[];
  readonly texts: readonly { readonly subject: string; readonly content: string }[];
}

const prefix = '01980000-';
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

export const organizationOf = (organization: number) => `${prefix}0000-7000-8000-${hex(organization, 12)}`;
export const clientOf = (organization: number, client: number) =>
  `${prefix}0001-7000-8${hex(organization, 7).slice(-3)}-${hex(organization, 7).slice(0, 4)}${hex(client, 8)}`;
export const domainOf = (client: number) => `client-${client}.example`;

/** Sizes by rank: organization 0 has a tenth of the activities, the others fall with the square root of their rank. */
function sizesFor(activities: number): Book['sizes'] {
  const weights = Array.from({ length: organizations - 1 }, (_, rank) => 1 / Math.sqrt(rank + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const parts = [activities / 10, ...weights.map((weight) => (weight / sum) * activities * 0.9)];
  return parts.map((part) => {
    const clients = Math.max(1, Math.round(part / activitiesPerClient));
    return { clients, activities: clients * activitiesPerClient };
  });
}

/**
 * Fills a migrated database. The cards of each client fall due at some time of the next day, as in a service that has
 * run for a while.
 */
export async function fillOrganizations(
  sql: Sql,
  activities: number,
  say: (line: string) => void,
): Promise<Book> {
  const sizes = sizesFor(activities);
  const texts = demoBook.activities.map(({ subject, content }) => ({ subject, content }));
  say(`making ${organizations} organizations with about ${activities} activities`);
  // The rows tie together by the way they are made; triggers would take most of the time and change nothing here.
  await sql`set session_replication_role = replica`;
  await sql`create temporary table sizes as
    select ordinality::int - 1 as number, clients,
      (${`${prefix}0000-7000-8000-`}::text || lpad(to_hex(ordinality - 1), 12, '0'))::uuid as organization_id
    from unnest(${sizes.map(({ clients }) => clients)}::int[]) with ordinality as given (clients, ordinality)`;
  await sql`create temporary table texts as
    select ordinality::int - 1 as number, subject, content
    from unnest(${texts.map(({ subject }) => subject)}::text[], ${texts.map(({ content }) => content)}::text[])
      with ordinality as given (subject, content, ordinality)`;
  await fillTokens(sql);
  await sql`insert into clients (organization_id, id, name, domain)
    select organization_id, (${prefix}::text || '0001-7000-8' || right(number, 3) || '-' || left(number, 4)
        || lpad(to_hex(client), 8, '0'))::uuid, 'Client ' || client, 'client-' || client || '.example'
    from (select organization_id, clients, lpad(to_hex(number), 7, '0') as number from sizes) as sized,
      generate_series(0, clients - 1) as client`;
  await sql`insert into assignment_rules (organization_id, id, integration, domain, client_id)
    select organization_id, gen_random_uuid(), 'gmail', domain, id from clients`;
  await sql`insert into insight_jobs (organization_id, client_id, due_at, computed_for, activities_changed)
    select organization_id, id, now() + random() * interval '24 hours', now(), false from clients`;
  say('making activities');
  await sql`insert into activities (organization_id, id, client_id, type, source, source_id, subject, content, occurred_at,
      participants, immutable)
    select organization_id, gen_random_uuid(), id, 'email', 'gmail', id || '-' || activity, subject, content,
      now() - activity * interval '3 days', array['pat@' || domain, 'ann@home.example'], true
    from clients, generate_series(1, ${activitiesPerClient}::int) as activity,
      lateral (select subject, content from texts
        where number = (hashtext(id::text || activity) & 65535) % ${texts.length}::int) as text`;
  await sql`set session_replication_role = origin`;
  say('analyzing');
  await sql`vacuum analyze`;
  await sql`checkpoint`;
  return { sizes, texts };
}

async function fillTokens(sql: Sql): Promise<void> {
  const hashes: string[] = [];
  for (let number = 0; number < organizations; number++) hashes.push(await hashToken(tokenOf(number)));
  await sql`insert into organizations (id, name, slug)
    select organization_id, 'Organization ' || number, 'organization-' || number from sizes`;
  await sql`insert into tokens (organization_id, id, raw_hash)
    select organization_id, gen_random_uuid(), decode(hash, 'hex')
    from unnest(${hashes}::text[]) with ordinality as made (hash, position), sizes where number = position - 1`;
}
