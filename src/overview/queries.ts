import { clientById, clientColumns, clientsAfter } from '../clients/queries.ts';
import { clients } from '../clients/table.ts';
import type { TenantReader } from '../core/db/tenant.ts';
import { namesOf } from '../users/queries.ts';

const columns = { ...clientColumns, ownerId: clients.ownerId };
const byId = clientById('overview.get', columns);
const pageAfter = clientsAfter('overview.list', columns);

/** The client with the id of its owner, or undefined when the organization has no such client. */
export const getOwnedClient = (db: TenantReader, id: string) => db.first(byId, { id });

/** Up to `limit` clients with the ids of their owners in order of creation, those after the id `after`. */
export const listOwnedClients = (db: TenantReader, after: string, limit: number) =>
  db.all(pageAfter, { after, limit });

type Owned = { readonly ownerId: string | null };

/** Returns a function that gives the owner of one of these clients; null for none, and for a deleted user. */
export async function ownersOf(db: TenantReader, owned: readonly Owned[]) {
  const ids = [...new Set(owned.flatMap(({ ownerId }) => ownerId ?? []))];
  const names = ids.length > 0 ? await namesOf(db, ids) : new Map<string, string>();
  return ({ ownerId }: Owned) => {
    const name = ownerId === null ? undefined : names.get(ownerId);
    return ownerId === null || name === undefined ? null : { id: ownerId, name };
  };
}
