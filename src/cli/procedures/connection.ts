import { z } from 'zod';
import { refuseAddress } from '../../connections/addresses.ts';
import { probeCalendar } from '../../connections/calendar/probe.ts';
import { accessTokensOf } from '../../connections/imap/login.ts';
import { probeImap } from '../../connections/imap/probe.ts';
import {
  type ConnectionChange,
  changeConnection,
  createConnection,
  deleteConnection,
  findConnection,
  listConnections,
  listMailboxes,
  pauseConnection,
  resumeConnection,
  rotateRefreshToken,
} from '../../connections/queries.ts';
import { rotateSecrets } from '../../connections/rotate.ts';
import {
  calendarSecret,
  calendarSettings,
  imapChanges,
  imapSecret,
  imapSettings,
  keep,
  type NewSecret,
  newSecret,
} from '../../connections/schemas.ts';
import { secretContext } from '../../connections/services.ts';
import { listAllConnections } from '../../connections/summary.ts';
import type { ConnectionType } from '../../connections/table.ts';
import { badRequest, id, notFound, organizationProcedure, page, pageSize, source, t } from './base.ts';

/** A test that takes longer tells people nothing. */
const testTimeoutMs = 30_000;

const named = organizationProcedure.input(z.object({ id }));

const unknown = ({ id, org }: { id: string; org: string }) => notFound(`connection ${id} in "${org}"`);

/**
 * Checks that a change fits the connection.
 * @param current returns the present secret
 */
function toChange(
  { type, settings }: { readonly type: ConnectionType; readonly settings: unknown },
  given: {
    readonly secret?: NewSecret | undefined;
    readonly settings?: z.infer<typeof imapChanges> | undefined;
  },
  current: () => string,
): ConnectionChange {
  const { secret } = given;
  if (type === 'calendar') {
    if (given.settings) throw badRequest('a calendar has no settings to change; give it another URL');
    if (!secret) return {};
    if (!('url' in secret)) throw badRequest('a calendar has no password; give its URL');
    return {
      secret: JSON.stringify(secret),
      settings: calendarSettings.parse({ host: new URL(secret.url).host }),
    };
  }
  const present = imapSettings.parse(settings);
  const { host = present.host, port = present.port } = given.settings ?? {};
  if (!secret && (host !== present.host || port !== present.port))
    throw badRequest('to change the host or port, give the secret of the mailbox again');
  const change = given.settings && { settings: { ...present, ...given.settings } };
  if (!secret) return { ...change };
  if ('refreshToken' in secret === (present.oauth === undefined) || 'url' in secret)
    throw badRequest(present.oauth ? 'the mailbox needs a refresh token' : 'the mailbox needs a password');
  if ('password' in secret) return { ...change, secret: JSON.stringify(secret) };
  const { refreshToken, clientSecret = clientSecretOf(current()) } = secret;
  return { ...change, secret: JSON.stringify({ refreshToken, clientSecret }) };
}

function clientSecretOf(secret: string): string | null {
  const before = imapSecret.parse(JSON.parse(secret));
  return 'refreshToken' in before ? before.clientSecret : null;
}

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
      refuseAddress(
        type === 'imap' ? account.settings.host : new URL(account.secret.url).hostname,
        values.allowPrivate,
      );
      const settings =
        type === 'imap'
          ? account.settings
          : calendarSettings.parse({ host: new URL(account.secret.url).host });
      const created = await createConnection(
        ctx.writer,
        { type, settings, ...values },
        JSON.stringify(secret),
        ctx.secrets,
      );
      return { id: created.id, type: created.type, integration: created.integration, state: created.state };
    }),

  list: organizationProcedure.input(z.object(page)).query(async ({ ctx, input }) => {
    const rows = await listConnections(ctx.db, { after: input.after, limit: pageSize });
    return rows.map(({ integration, server, account, skippedReasons, nextTryAt, ...status }) => status);
  }),

  listAll: t.procedure.query(({ ctx }) => listAllConnections(ctx.database.db)),

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
    const plain = ctx.secrets.decrypt(found.secret ?? '', secretContext(ctx.db.organizationId, input.id));
    const { allowPrivate, integration } = found;
    const signal = AbortSignal.timeout(testTimeoutMs);
    if (found.type === 'calendar') {
      const secret = calendarSecret.parse(JSON.parse(plain));
      return probeCalendar(ctx.db, { secret, allowPrivate, integration }, signal);
    }
    const settings = imapSettings.parse(found.settings);
    const account = { settings, secret: imapSecret.parse(JSON.parse(plain)), allowPrivate };
    const tokens = accessTokensOf(account, (rotation) =>
      rotateRefreshToken(ctx.writer, input.id, rotation, ctx.secrets),
    );
    return probeImap({ ...account, tokens }, signal);
  }),

  update: named
    .input(z.object({ secret: newSecret.optional(), settings: imapChanges.optional() }))
    .mutation(async ({ ctx, input }) => {
      const found = await findConnection(ctx.db, input.id);
      if (!found) throw unknown(input);
      const { settings, secret } = input;
      const host = secret && 'url' in secret ? new URL(secret.url).hostname : settings?.host;
      if (host !== undefined) refuseAddress(host, found.allowPrivate);
      const { secrets } = ctx;
      const current = () =>
        secrets.decrypt(found.secret ?? '', secretContext(ctx.db.organizationId, input.id));
      const changed = await changeConnection(
        ctx.db,
        ctx.author,
        found,
        toChange(found, input, current),
        secrets,
      );
      if (!changed) throw unknown(input);
      return { id: changed.id, state: changed.state };
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

  rotateSecrets: t.procedure.mutation(({ ctx }) => rotateSecrets(ctx.database.db, ctx.secrets)),

  delete: named.mutation(async ({ ctx, input }) => {
    const deleted = await deleteConnection(ctx.writer, input.id);
    if (!deleted) throw unknown(input);
    return deleted;
  }),
});
