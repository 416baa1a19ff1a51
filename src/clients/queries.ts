import { and, eq, sql } from 'drizzle-orm';
import { pageById } from '../core/db/pages.ts';
import type { TenantReader, TenantWriter } from '../core/db/tenant.ts';
import type { Columns } from '../core/db/tenant-rows.ts';
import { insert, named, parameter, update } from '../core/db/tenant-statements.ts';
import { orNotFound } from '../core/errors.ts';
import { isAt, updateIfMatch, type Versions } from '../core/rest/entity-tag.ts';
import { lockOrganization } from '../organization/queries.ts';
import { createRule, listRules, unwireRules } from './assignment-rules.ts';
import { clients, notDeleted } from './table.ts';

/** The columns of the public resource. */
export const clientColumns = {
  id: clients.id,
  name: clients.name,
  domain: clients.domain,
  createdAt: clients.createdAt,
  updatedAt: clients.updatedAt,
};

/** Declares the query of one client. */
export const clientById = <C extends Columns>(name: string, columns: C) =>
  named(name, { id: clients.id }, (db, { id }) =>
    db.select(columns, clients, and(eq(clients.id, id), notDeleted)),
  );

const byId = clientById('clients.get', clientColumns);

const creation = insert('clients.create', clients, clientColumns);

const fields = update(
  'clients.update',
  clients,
  { id: clients.id, versions: parameter<Versions>() },
  ({ id, versions }) => ({
    columns: clientColumns,
    where: and(eq(clients.id, id), notDeleted, isAt(clients.updatedAt, versions)),
  }),
);

const owning = update('clients.assignOwner', clients, { id: clients.id }, ({ id }) => ({
  columns: { id: clients.id, ownerId: clients.ownerId },
  where: and(eq(clients.id, id), notDeleted),
}));

const deletion = update('clients.delete', clients, { id: clients.id }, ({ id }) => ({
  columns: { id: clients.id, deletedAt: clients.deletedAt },
  where: and(eq(clients.id, id), notDeleted),
  set: { deletedAt: sql`now()` },
}));

/** The client, or undefined when the organization has no such client. */
export const getClient = (db: TenantReader, id: string) => db.first(byId, { id });

/**
 * Waits for what is read of a client, and meanwhile looks whether there is one.
 * @throws ApiError `not_found`
 */
export async function ofClient<T>(db: TenantReader, id: string, reading: Promise<T>): Promise<T> {
  const [client, read] = await Promise.all([getClient(db, id), reading]);
  orNotFound(client, 'client');
  return read;
}

/** A page of the clients in order of creation. */
export const listClients = pageById('clients.list', clients, clientColumns, notDeleted);

/** Makes a client. The database wires the organization's unwired rules for its domain to it, in the same statement. */
export const createClient = (db: TenantWriter, values: { name: string; domain: string | null }) =>
  db.insertOne(creation, values);

/**
 * Makes a client and a rule for its domain, both or neither. A rule that waited for the domain is wired instead of making
 * one. Fails with PostgreSQL's 23505 when another client has the rule for this integration and domain.
 */
export function createClientWithRule(
  db: TenantWriter,
  { name, domain, integration }: { name: string; domain: string; integration: string },
) {
  return db.transaction(async (transaction) => {
    // Before the insert, which takes a weaker lock: two creations could each wait for the other to end.
    await lockOrganization(transaction);
    const client = await createClient(transaction, { name, domain });
    const waited = await listRules(transaction, { limit: maxRulesRead }, client.id);
    if (waited.every((rule) => rule.integration !== integration))
      await createRule(transaction, { integration, domain }, client.id);
    return client;
  });
}

/** More than a new client has. */
const maxRulesRead = 1_000;

/**
 * Writes the fields that are present; an empty patch changes nothing. Undefined when there is no such client. The database
 * wires the organization's unwired rules for a changed domain to the client, in the same statement.
 * @throws ApiError `precondition_failed` when the client is at none of the versions
 */
export function updateClient(
  db: TenantWriter,
  id: string,
  patch: { name?: string | undefined; domain?: string | null | undefined },
  versions: Versions = null,
) {
  const write = () => db.write(fields, { id, versions }, patch);
  return updateIfMatch(versions, patch, write, () => getClient(db, id));
}

/** Gives the client an owner, or none. Undefined when there is no such client. */
export async function assignOwner(db: TenantWriter, id: string, ownerId: string | null) {
  const [owned] = await db.write(owning, { id }, { ownerId });
  return owned;
}

/** Marks the client as deleted and unwires its rules, both or neither. Undefined when there is no such client. */
export function deleteClient(db: TenantWriter, id: string) {
  return db.transaction(async (transaction) => {
    // First the client, then the organization, as when its domain changes: another order could deadlock.
    const [deleted] = await transaction.write(deletion, { id });
    if (deleted) {
      await lockOrganization(transaction);
      await unwireRules(transaction, id);
    }
    return deleted;
  });
}
