import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { openPostgres } from '../../src/core/db/database.ts';
import { hashToken } from '../../src/tokens/token.ts';

/** A page of 20, and one more. */
export const clientsPerOrganization = 21;
export const domain = 'globex.example';

/** The token of an organization; they are counted from 0. */
export const tokenOf = (organization: number) => `sk_live_${`${organization}`.padStart(32, '0')}`;
const clientPrefix = '01900000-0001-7000-8000-';

/** A client of an organization, the same one each time. */
export const clientOf = (organization: number) =>
  `${clientPrefix}${organization.toString(16).padStart(8, '0')}0007`;

/** Migrates the database and makes the organizations, each with a token, 21 clients and an unwired rule. */
export async function fill(url: string, organizations: number): Promise<void> {
  const database = openPostgres(url);
  await database.migrate();
  await database.close();
  const sql = postgres(url, { max: 1 });
  const numbers = sql`generate_series(0, ${organizations - 1}::int) as number`;
  // Not the same in every run: Redis still counts the last minute's requests of the run before.
  const prefix = `${randomUUID().slice(0, 8)}-0000-7000-8000-`;
  const organization = sql`(${prefix}::text || lpad(to_hex(number), 12, '0'))::uuid`;
  // The rows tie together by the way they are made; checking each foreign key would take a minute.
  await sql`set session_replication_role = replica`;
  await sql`insert into organizations (id, name, slug)
    select ${organization}, 'Organization ' || number, 'organization-' || number from ${numbers}`;
  await sql`insert into clients (organization_id, id, name, domain)
    select ${organization}, (${clientPrefix}::text || lpad(to_hex(number), 8, '0') || lpad(to_hex(client), 4, '0'))::uuid,
      'Client ' || client, 'client-' || client || '.example'
    from ${numbers}, generate_series(1, ${clientsPerOrganization}::int) as client`;
  await sql`insert into assignment_rules (organization_id, id, integration, domain)
    select ${organization}, gen_random_uuid(), 'gmail', ${domain}::text from ${numbers}`;
  const tokens = Array.from({ length: organizations }, (_, number) => tokenOf(number));
  const hashes = await Promise.all(tokens.map(hashToken));
  await sql`insert into tokens (organization_id, id, hash)
    select ${organization}, gen_random_uuid(), decode(hash, 'hex')
    from (select hash, position - 1 as number from unnest(${hashes}::text[]) with ordinality as _ (hash, position)) as made`;
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
  await sql.end();
}

/** Takes back what was created and wired, so that every round of creating starts from the same. */
export async function unwire(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`update assignment_rules set client_id = null, backlog_after = null where client_id is not null`;
  await sql`delete from clients where domain = ${domain}`;
  await sql`vacuum clients, assignment_rules`;
  await sql.end();
}
