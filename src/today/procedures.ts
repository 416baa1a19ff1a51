import { z } from 'zod';
import { listClients } from '../clients/queries.ts';
import { orNotFound } from '../core/errors.ts';
import { isAllowed, requirePermission } from '../core/permissions.ts';
import { single, toSingle } from '../core/rest/envelope.ts';
import { instantField, pathId, timestampOrNull } from '../core/rest/fields.ts';
import { internalOperation, router } from '../core/trpc.ts';
import { InsightThread, Quote } from '../insights/schemas.ts';
import { verdicts } from '../insights/table.ts';
import { getOrganization } from '../organization/queries.ts';
import { getUser } from '../users/queries.ts';
import {
  changedVerdicts,
  failingConnections,
  hasUncomputed,
  maxThreads,
  newQuotes,
  pendingThreads,
  quietClients,
  restoreThread,
  snoozeThread,
} from './queries.ts';
import { steps, ThreadOfClient, withWorkingDays } from './waits.ts';

const client = ThreadOfClient.pick({ clientId: true, clientName: true }).shape;

const Today = z
  .object({
    threads: z.array(ThreadOfClient).meta({
      description:
        'Answers owed first, grave ones before old ones, then promises; then open risks and deadlines. Empty without the permission `dashboards:read`.',
    }),
    hasMore: z.boolean().meta({ description: `True if there are more than ${maxThreads} threads.` }),
    isComputing: z
      .boolean()
      .meta({ description: 'True while the first cards of a client are being computed.' }),
    hasClients: z.boolean().meta({ description: 'False while the organization has no clients.' }),
    quiet: z
      .array(
        z.object({
          ...client,
          lastContactAt: timestampOrNull('The time of the last contact.'),
          steps,
        }),
      )
      .meta({ description: 'Clients that went quiet in the last half year, latest first.' }),
    verdicts: z
      .array(z.object({ ...client, verdict: z.enum(verdicts), previousVerdict: z.enum(verdicts) }))
      .meta({ description: 'Verdicts that have changed since `since`, latest first.' }),
    quotes: z
      .array(z.object({ ...client, ...InsightThread.pick({ subject: true }).shape, quote: Quote }))
      .meta({ description: 'Wins and frictions recorded since `since`, latest first.' }),
    failing: z
      .array(z.object({ id: z.uuid(), integration: z.string(), failure: z.string().nullable() }))
      .nullable()
      .meta({ description: 'Failing connections; null without the permission `connections:read`.' }),
  })
  .meta({ id: 'Today', description: 'The next steps over all clients.' });

const Snooze = z
  .object({
    clientId: z.uuid(),
    activityId: z.uuid(),
    until: timestampOrNull('The time at which it is shown again; null until the client writes again.'),
  })
  .meta({ id: 'Snooze', description: 'A thread that is not shown for a time.' });

const threadKey = { clientId: pathId('client'), activityId: pathId('activity') };

export const todayRouter = router({
  get: internalOperation({
    permission: 'clients:read',
    description:
      'Lists next steps over all clients: answers owed, open risks, silent clients, failing connections; with `since`, also what has changed.',
  })
    .input(
      z
        .object({
          ownerId: pathId('user')
            .optional()
            .meta({ description: 'Only clients that this user looks after.' }),
          since: instantField('The time since which changes are given; none without it.').optional(),
        })
        .default({}),
    )
    .output(single(Today))
    .query(async ({ ctx: { db, caller }, input: { ownerId = null, since } }) => {
      const mayReadInsights = isAllowed(caller, 'dashboards:read');
      const showsChanges = mayReadInsights && since !== undefined;
      if (ownerId !== null) {
        requirePermission(caller, 'users:read');
        orNotFound(await getUser(db, ownerId), 'user');
      }
      const [organization, threads, isComputing, quiet, changed, quotes, failing] = await Promise.all([
        getOrganization(db),
        mayReadInsights ? pendingThreads(db, ownerId) : [],
        mayReadInsights && hasUncomputed(db),
        mayReadInsights ? quietClients(db, ownerId) : [],
        showsChanges ? changedVerdicts(db, ownerId, since) : [],
        showsChanges ? newQuotes(db, ownerId, since) : [],
        isAllowed(caller, 'connections:read') ? failingConnections(db) : null,
      ]);
      const isEmpty = threads.length + quiet.length === 0;
      return toSingle({
        threads: withWorkingDays(threads.slice(0, maxThreads), organization),
        hasMore: threads.length > maxThreads,
        isComputing,
        hasClients: !isEmpty || (await listClients(db, { limit: 1 })).length > 0,
        quiet: quiet.map((row) => ({ ...row, steps: withWorkingDays(row.steps, organization) })),
        verdicts: changed,
        quotes,
        failing,
      });
    }),

  snooze: internalOperation({
    permission: 'clients:write',
    description: 'Hides a thread until a time, or until the client writes again in it.',
  })
    .input(
      z.object({
        ...threadKey,
        unanswered: z
          .int()
          .min(0)
          .meta({ description: 'The number of unanswered messages that the caller has seen.' }),
        until: instantField(
          'The time at which it is shown again; null until the client writes again.',
        ).nullable(),
      }),
    )
    .output(single(Snooze))
    .mutation(async ({ ctx: { writer }, input: { until, unanswered, ...key } }) =>
      toSingle(orNotFound(await snoozeThread(writer, key, until, unanswered), 'thread')),
    ),

  restore: internalOperation({ permission: 'clients:write', description: 'Shows a hidden thread again.' })
    .input(z.object(threadKey))
    .output(single(Snooze))
    .mutation(async ({ ctx: { writer }, input }) =>
      toSingle(orNotFound(await restoreThread(writer, input), 'thread')),
    ),
});
