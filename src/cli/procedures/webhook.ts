import { z } from 'zod';
import { createEndpoint, maxEndpoints, rotateSecret, testEndpoint } from '../../webhooks/operations.ts';
import {
  deleteEndpoint,
  getEndpoint,
  listDeliveries,
  listEndpoints,
  resendDelivery,
  turnEndpoint,
} from '../../webhooks/queries.ts';
import { webhookCreate } from '../../webhooks/schemas.ts';
import { found, id, notFound, organizationProcedure, t } from './base.ts';

const named = organizationProcedure.input(z.object({ id }));

export const webhookRouter = t.router({
  create: organizationProcedure
    .input(webhookCreate.extend({ allowPrivate: z.boolean() }))
    .mutation(async ({ ctx, input: { org: _org, ...values } }) => {
      const { id, secret } = await createEndpoint(ctx, values);
      return { id, secret };
    }),

  list: organizationProcedure.query(({ ctx }) => listEndpoints(ctx.db, { limit: maxEndpoints })),

  show: named.query(async ({ ctx, input }) => {
    const { secret: _secret, ...shown } = found('webhook', await getEndpoint(ctx.db, input.id), input);
    return shown;
  }),

  test: named.mutation(async ({ ctx, input }) => found('webhook', await testEndpoint(ctx, input.id), input)),

  rotate: named.mutation(async ({ ctx, input }) => {
    const { id, secret } = found('webhook', await rotateSecret(ctx, input.id), input);
    return { id, secret };
  }),

  turn: named
    .input(z.object({ state: z.enum(['active', 'paused']) }))
    .mutation(async ({ ctx, input: { state, ...input } }) => {
      const changed = found('webhook', await turnEndpoint(ctx.writer, input.id, state), input);
      return { id: changed.id, state: changed.state };
    }),

  delete: named.mutation(async ({ ctx, input }) =>
    found('webhook', await deleteEndpoint(ctx.writer, input.id), input),
  ),

  deliveries: named.input(z.object({ limit: z.int().min(1) })).query(async ({ ctx, input }) => {
    found('webhook', await getEndpoint(ctx.db, input.id), input);
    return listDeliveries(ctx.db, input.id, input.limit);
  }),

  resend: named.input(z.object({ delivery: id })).mutation(async ({ ctx, input }) => {
    const resent = await resendDelivery(ctx.writer, input.id, input.delivery);
    if (!resent) throw notFound(`delivery ${input.delivery} of webhook ${input.id} that has ended`);
    return { id: resent.id, state: resent.state };
  }),
});
