import { sql } from 'drizzle-orm';
import { clientById, clientColumns } from '../clients/queries.ts';
import { clients, notDeleted } from '../clients/table.ts';
import { pageById } from '../core/db/pages.ts';
import type { TenantReader } from '../core/db/tenant.ts';

const columns = {
  ...clientColumns,
  /** Null for nobody, and for a deleted user. */
  owner: sql<{ id: string; name: string } | null>`(
    select jsonb_build_object('id', users.id, 'name', users.first_name || ' ' || users.last_name) from users
    where users.organization_id = clients.organization_id and users.id = clients.owner_id and users.deleted_at is null
  )`.as('owner'),
};
const byId = clientById('overview.get', columns);

/** The client with its owner, or undefined when the organization has no such client. */
export const getOwnedClient = (db: TenantReader, id: string) => db.first(byId, { id });

/** A page of the clients with their owners, in order of creation. */
export const listOwnedClients = pageById('overview.list', clients, columns, notDeleted);
