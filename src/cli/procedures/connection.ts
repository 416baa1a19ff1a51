import { z } from 'zod';
import { testCalendar } from '../../connections/calendar/test.ts';
import { accessTokensOf } from '../../connections/imap/login.ts';
import { testImap } from '../../connections/imap/test.ts';
import {
  createConnection,
  deleteConnection,
  findConnection,
  listConnections,
  listMailboxes,
  pauseConnection,
  replaceSecret,
  resumeConnection,
} from '../../connections/queries.ts';
import { rotateSecrets } from '../../connections/rotate.ts';
import {
  calendarSecret,
  calendarSettings,
  imapSecret,
  imapSettings,
  keep,
} from '../../connections/schemas.ts';
import { secretContext } from '../../connections/services.ts';
import { id, notFound, organizationProcedure, page, pageSize, source, t } from './base.ts';

/** A test that takes longer tells people nothing. */
const testTimeoutMs = 30_000;

const named = organizationProcedure.input(z.object({ id }));

const unknown = ({ id, org }: { id: string; org: string }) => notFound(`connection ${id} in "${org}"`);

export const connectionRouter = t.router({
  create: organizationProcedure
    .input(
      z.object({
        integration: source,
        keep,
        allowPrivate: z.boolean(),
        account: z.discriminatedUnion('type', [
          z
            .object({ type: z.literal('imap'), settings: imapSettings, secret: imapSecret })
            .refine(
              ({ settings, secret }) => (settings.oauth === undefined) === 'password' in secret,
              'needs a password, or OAuth with a refresh token',
            ),
          z.object({ type: z.literal('calendar'), secret: calendarSecret }),
        ]),
      }),
    )
    .mutation(async ({ ctx, input: { org: _org, account, ...values } }) => {
      const { type, secret } = account;
      const settings =
        type === 'imap'
          ? account.settings
          : calendarSettings.parse({ host: new URL(account.secret.url).host });
      const created = await createConnection(
        ctx.writer,
        { type, settings, ...values },
        JSON.stringify(secret),
        ctx.connections.secrets,
      );
      return { id: created.id, type: created.type, integration: created.integration, state: created.state };
    }),

  list: organizationProcedure
    .input(z.object(page))
    .query(({ ctx, input }) => listConnections(ctx.db, { after: input.after, limit: pageSize })),

  show: named.query(async ({ ctx, input }) => {
    const found = await findConnection(ctx.db, input.id);
    if (!found) throw unknown(input);
    const { secret: _secret, settings, ...status } = found;
    if (found.type === 'calendar') return { ...status, ...calendarSettings.parse(settings), progress: [] };
    const { ca, ...shown } = imapSettings.parse(settings);
    const progress = await listMailboxes(ctx.db, input.id);
    return { ...status, ...shown, hasOwnAuthority: ca !== null, progress };
  }),

  test: named.mutation(async ({ ctx, input }) => {
    const found = await findConnection(ctx.db, input.id);
    if (!found) throw unknown(input);
    const plain = ctx.connections.secrets.decrypt(
      found.secret ?? '',
      secretContext(ctx.db.organizationId, input.id),
    );
    const { allowPrivate, integration } = found;
    const signal = AbortSignal.timeout(testTimeoutMs);
    if (found.type === 'calendar') {
      const secret = calendarSecret.parse(JSON.parse(plain));
      return testCalendar(ctx.db, { secret, allowPrivate, integration }, signal);
    }
    const settings = imapSettings.parse(found.settings);
    const account = { settings, secret: imapSecret.parse(JSON.parse(plain)), allowPrivate };
    const tokens = accessTokensOf(account, (next) =>
      replaceSecret(ctx.writer, input.id, JSON.stringify(next), ctx.connections.secrets),
    );
    return testImap({ ...account, tokens }, signal);
  }),

  pause: named.mutation(async ({ ctx, input }) => {
    const paused = await pauseConnection(ctx.writer, input.id);
    if (!paused) throw unknown(input);
    return { id: paused.id, state: paused.state };
  }),

  resume: named.mutation(async ({ ctx, input }) => {
    const resumed = await resumeConnection(ctx.writer, input.id);
    if (!resumed) throw unknown(input);
    return { id: resumed.id, state: resumed.state };
  }),

  rotateSecrets: t.procedure.mutation(({ ctx }) => rotateSecrets(ctx.database.db, ctx.connections.secrets)),

  delete: named.mutation(async ({ ctx, input }) => {
    const deleted = await deleteConnection(ctx.writer, input.id);
    if (!deleted) throw unknown(input);
    return deleted;
  }),
});
