import { z } from 'zod';
import { Deleted } from '../clients/schemas.ts';
import { invalidArgument, orNotFound } from '../core/errors.ts';
import { cursorInput } from '../core/rest/cursor.ts';
import { listById, page, single, toSingle } from '../core/rest/envelope.ts';
import { limitInput } from '../core/rest/fields.ts';
import { internalOperation, router } from '../core/trpc.ts';
import { explaining, testAlone } from './foreign-servers.ts';
import {
  connectAccount,
  showConnection,
  testAccount,
  testConnection,
  updateConnection,
} from './operations.ts';
import {
  deleteConnection,
  findConnection,
  listConnections,
  pauseConnection,
  resumeConnection,
} from './queries.ts';
import {
  ChangedConnection,
  Connection,
  ConnectionDetails,
  ConnectionTest,
  connectionCreate,
  connectionNamed,
  connectionTest,
  connectionUpdate,
} from './schemas.ts';

const connectionsList = z
  .object({ limit: limitInput, cursor: cursorInput('connections') })
  .default({ limit: 20 });

/** Shorter than the silence after which the server cuts a connection; other requests wait while a calendar is scanned. */
const testBounds = { timeoutMs: 8_000, maxBytes: 4 * 1_024 * 1_024 };

const found = async <T>(connection: Promise<T | undefined>) =>
  toSingle(orNotFound(await connection, 'connection'));

const change = (description: string) =>
  internalOperation({ permission: 'connections:write', description }).input(connectionNamed);

export const connectionsRouter = router({
  list: internalOperation({
    permission: 'connections:read',
    description: 'The connections to mailboxes and calendars with their status, in order of creation.',
  })
    .input(connectionsList)
    .output(page(Connection))
    .query(({ ctx: { db }, input }) => listById('connections', db, input, listConnections)),

  show: internalOperation({
    permission: 'connections:read',
    description: 'A connection with its status, settings and progress, without its secret.',
  })
    .input(connectionNamed)
    .output(single(ConnectionDetails))
    .query(({ ctx: { db }, input }) => found(showConnection(db, input.connectionId))),

  create: internalOperation({
    permission: 'connections:write',
    description:
      'Connects a mailbox with a password, or a calendar; the worker then reads it. Servers in private networks are refused.',
  })
    .input(connectionCreate)
    .output(single(ChangedConnection))
    .mutation(async ({ ctx, input: { account: given } }) => {
      const values = { ...given, keep: 'clients', allowPrivate: false } as const;
      const field = given.account.type === 'imap' ? 'account.host' : 'account.url';
      return toSingle(await explaining(field, connectAccount(ctx, values)));
    }),

  test: internalOperation({
    permission: 'connections:write',
    timeoutMs: testBounds.timeoutMs + 1_000,
    description:
      'Tries a connection, or an account before it is connected, within 8 seconds. Reads calendars of up to 4 MiB. One test of an organization at a time.',
  })
    .input(connectionTest)
    .output(single(ConnectionTest))
    .mutation(async ({ ctx, input: { connectionId = '', account } }) => {
      if (!account) orNotFound(await findConnection(ctx.db, connectionId), 'connection');
      return testAlone(ctx.db.organizationId, async () => {
        const probe = account
          ? await testAccount(ctx.db, { ...account, allowPrivate: false }, testBounds)
          : await explaining('connectionId', testConnection(ctx, connectionId, testBounds));
        // The output leaves out addresses, which tell of the server's network.
        return toSingle(orNotFound(probe, 'connection'));
      });
    }),

  update: internalOperation({
    permission: 'connections:write',
    description:
      'Gives a mailbox a new password, or a calendar a new URL, and tries it at once unless it is paused.',
  })
    .input(connectionUpdate)
    .output(single(ChangedConnection))
    .mutation(async ({ ctx, input: { connectionId, password, url } }) => {
      const { allowPrivate } = orNotFound(await findConnection(ctx.db, connectionId), 'connection');
      // Its administrator has chosen the server that it may reach.
      if (url !== undefined && allowPrivate)
        throw invalidArgument({ url: 'Do not send it: change this connection on the command line.' });
      const secret = url === undefined ? { password: password ?? '' } : { url };
      const field = url === undefined ? 'password' : 'url';
      return found(explaining(field, updateConnection(ctx, connectionId, { secret })));
    }),

  pause: change('Stops reading until the connection is resumed.')
    .output(single(ChangedConnection))
    .mutation(({ ctx: { writer }, input }) => found(pauseConnection(writer, input.connectionId))),

  resume: change('Continues a paused connection, or tries a failing one at once.')
    .output(single(ChangedConnection))
    .mutation(({ ctx: { writer }, input }) => found(resumeConnection(writer, input.connectionId))),

  delete: change('Deletes a connection and its secret. The activities that it recorded stay.')
    .output(single(Deleted))
    .mutation(({ ctx: { writer }, input }) => found(deleteConnection(writer, input.connectionId))),
});
