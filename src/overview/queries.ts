import { sql } from 'drizzle-orm';
import { clientById, clientColumns } from '../clients/queries.ts';
import { clients, notDeleted } from '../clients/table.ts';
import { pageById } from '../core/db/pages.ts';
import type { TenantReader } from '../core/db/tenant.ts';
import { users } from '../users/table.ts';

const columns = {
  ...clientColumns,
  /** Null for nobody, and for a deleted user. */
  owner: sql<{ id: string; name: string } | null>`(${sql`
    select jsonb_build_object('id', ${users.id}, 'name', ${users.firstName} || ' ' || ${users.lastName}) from ${users}
    where ${users.organizationId} = ${clients.organizationId} and ${users.id} = ${clients.ownerId}
      and ${users.deletedAt} is null`})`.as('owner'),
};
const byId = clientById('overview.get', columns);

/** The client with its owner, or undefined when the organization has no such client. */
export const getOwnedClient = (db: TenantReader, id: string) => db.first(byId, { id });

/** A page of the clients with their owners, in order of creation. */
export const listOwnedClients = pageById('overview.list', clients, columns, notDeleted);
