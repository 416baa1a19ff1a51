import { orNotFound } from '../core/errors.ts';
import { tagByVersion } from '../core/rest/entity-tag.ts';
import { listById, page, single, toSingle } from '../core/rest/envelope.ts';
import { internalOperation, operation, router } from '../core/trpc.ts';
import { getUser } from '../users/queries.ts';
import { assignOwner, createClient, getClient, listClients, updateClient } from './queries.ts';
import {
  Client,
  ClientOwner,
  clientAssignOwner,
  clientCreate,
  clientGet,
  clientsList,
  clientUpdate,
} from './schemas.ts';

const entityTag = tagByVersion(Client);

export const clientsRouter = router({
  list: operation({
    method: 'GET',
    path: '/v1/clients',
    permission: 'clients:read',
    tag: 'Clients',
    summary: 'List clients',
    description: "The organization's clients in order of creation, a page at a time.",
  })
    .input(clientsList)
    .output(page(Client))
    .query(({ ctx: { db }, input }) => listById('clients', db, input, listClients)),

  create: operation({
    method: 'POST',
    path: '/v1/clients',
    permission: 'clients:write',
    entityTag,
    takesIdempotencyKey: true,
    tag: 'Clients',
    summary: 'Create a client',
    description:
      "Creates a client and wires the organization's unwired assignment rules for its domain to it. The organization comes from the token; `organizationId` is refused, other unknown fields are ignored. A retry with the same `Idempotency-Key` returns the client as it was created, even if it has been changed or deleted since. Domains are not unique.",
  })
    .input(clientCreate)
    .output(single(Client))
    .mutation(async ({ ctx, input: { name, domain = null } }) =>
      toSingle(await createClient(ctx.writer, { name, domain })),
    ),

  get: operation({
    method: 'GET',
    path: '/v1/clients/{clientId}',
    permission: 'clients:read',
    entityTag,
    tag: 'Clients',
    summary: 'Get a client',
    description: 'One client of the organization.',
  })
    .input(clientGet)
    .output(single(Client))
    .query(async ({ ctx, input }) => {
      const client = orNotFound(await getClient(ctx.db, input.clientId), 'client');
      return toSingle(client);
    }),

  update: operation({
    method: 'PUT',
    path: '/v1/clients/{clientId}',
    permission: 'clients:write',
    entityTag,
    tag: 'Clients',
    summary: 'Update a client',
    description:
      "Writes the fields that are present and leaves the others as they are. A changed domain wires the organization's unwired assignment rules for it to the client; rules that are wired stay as they are. `organizationId` is refused, other unknown fields are ignored. An empty body changes nothing, leaves no audit entry, and returns the client.",
  })
    .input(clientUpdate)
    .output(single(Client))
    .mutation(async ({ ctx, input: { clientId, name, domain } }) => {
      const client = orNotFound(
        await updateClient(ctx.writer, clientId, { name, domain }, ctx.versions),
        'client',
      );
      return toSingle(client);
    }),

  assignOwner: internalOperation({
    permission: 'clients:write',
    description: 'Gives a client an owner: the user who looks after it. Null leaves it without one.',
  })
    .input(clientAssignOwner)
    .output(single(ClientOwner))
    .mutation(async ({ ctx: { db, writer }, input: { clientId, userId } }) => {
      if (userId !== null) orNotFound(await getUser(db, userId), 'user');
      return toSingle(orNotFound(await assignOwner(writer, clientId, userId), 'client'));
    }),
});
