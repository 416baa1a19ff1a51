import { z } from 'zod';
import {
  connectAccount,
  showConnection,
  testConnection,
  updateConnection,
} from '../../connections/operations.ts';
import {
  deleteConnection,
  listConnections,
  pauseConnection,
  resumeConnection,
} from '../../connections/queries.ts';
import { rotateSecrets } from '../../connections/rotate.ts';
import { account, imapChanges, keep, newSecret } from '../../connections/schemas.ts';
import { listAllConnections } from '../../connections/summary.ts';
import { connections } from '../../connections/table.ts';
import { webhookEndpoints } from '../../webhooks/table.ts';
import { found, id, organizationProcedure, page, pageSize, source, t } from './base.ts';

/** A test that takes longer tells people nothing. */
const testBounds = { timeoutMs: 30_000 };

const named = organizationProcedure.input(z.object({ id }));

const stateOf = ({ id, state }: { id: string; state: string }) => ({ id, state });

export const connectionRouter = t.router({
  create: organizationProcedure
    .input(z.object({ integration: source, keep, allowPrivate: z.boolean(), account }))
    .mutation(({ ctx, input: { org: _org, ...values } }) => connectAccount(ctx, values)),

  list: organizationProcedure.input(z.object(page)).query(async ({ ctx, input }) => {
    const rows = await listConnections(ctx.db, { after: input.after, limit: pageSize });
    return rows.map(({ integration, server, account, skippedReasons, nextTryAt, ...status }) => status);
  }),

  listAll: t.procedure.query(({ ctx }) => listAllConnections(ctx.database.db)),

  show: named.query(async ({ ctx, input }) =>
    found('connection', await showConnection(ctx.db, input.id), input),
  ),

  test: named.mutation(async ({ ctx, input }) =>
    found('connection', await testConnection(ctx, input.id, testBounds), input),
  ),

  update: named
    .input(z.object({ secret: newSecret.optional(), settings: imapChanges.optional() }))
    .mutation(async ({ ctx, input }) =>
      stateOf(found('connection', await updateConnection(ctx, input.id, input), input)),
    ),

  pause: named.mutation(async ({ ctx, input }) =>
    stateOf(found('connection', await pauseConnection(ctx.writer, input.id), input)),
  ),

  resume: named.mutation(async ({ ctx, input }) =>
    stateOf(found('connection', await resumeConnection(ctx.writer, input.id), input)),
  ),

  rotateSecrets: t.procedure.mutation(({ ctx }) =>
    rotateSecrets(ctx.database.db, [connections, webhookEndpoints], ctx.secrets),
  ),

  delete: named.mutation(async ({ ctx, input }) =>
    found('connection', await deleteConnection(ctx.writer, input.id), input),
  ),
});
