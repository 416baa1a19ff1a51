import { z } from 'zod';
import { orNotFound } from '../core/errors.ts';
import { isAllowed } from '../core/permissions.ts';
import { single, toSingle } from '../core/rest/envelope.ts';
import { dateTimeField, pathId, timestampOrNull } from '../core/rest/fields.ts';
import { internalOperationsOf, router } from '../core/trpc.ts';
import { getOrganization } from '../organization/queries.ts';
import {
  failingConnections,
  maxThreads,
  pendingThreads,
  quietClients,
  restoreThread,
  snoozeThread,
} from './queries.ts';
import { ThreadOfClient, workingDaysIn } from './waits.ts';

const operation = internalOperationsOf(['clients:read', 'clients:write']);

const client = ThreadOfClient.pick({ clientId: true, clientName: true }).shape;

const Today = z
  .object({
    threads: z.array(ThreadOfClient).meta({
      description:
        'Answers owed first, grave ones before old ones; then open risks and deadlines. Empty without the permission `dashboards:read`.',
    }),
    hasMore: z.boolean().meta({ description: `True if there are more than ${maxThreads} threads.` }),
    quiet: z
      .array(z.object({ ...client, lastContactAt: timestampOrNull('The time of the last contact.') }))
      .meta({ description: 'Clients that went quiet in the last half year, latest first.' }),
    failing: z
      .array(z.object({ id: z.uuid(), integration: z.string(), failure: z.string().nullable() }))
      .nullable()
      .meta({ description: 'Failing connections; null without the permission `connections:read`.' }),
  })
  .meta({ id: 'Today', description: 'Whatever somebody of the organization should look at next.' });

const Snooze = z
  .object({
    clientId: z.uuid(),
    activityId: z.uuid(),
    until: timestampOrNull('The time at which it is shown again; null until the client writes again.'),
  })
  .meta({ id: 'Snooze', description: 'A thread that is not shown for a time.' });

const threadKey = { clientId: pathId('client'), activityId: pathId('activity') };

export const todayRouter = router({
  get: operation({
    permission: 'clients:read',
    description:
      'What to do next, over all clients: whom to answer, open risks, silent clients, failing connections.',
  })
    .output(single(Today))
    .query(async ({ ctx: { db, caller } }) => {
      const mayReadInsights = isAllowed(caller, 'dashboards:read');
      const [organization, threads, quiet, failing] = await Promise.all([
        getOrganization(db),
        mayReadInsights ? pendingThreads(db) : [],
        mayReadInsights ? quietClients(db) : [],
        isAllowed(caller, 'connections:read') ? failingConnections(db) : null,
      ]);
      const workingDays = workingDaysIn(orNotFound(organization, 'organization').defaultTimezone);
      return toSingle({
        threads: threads.slice(0, maxThreads).map(({ thread, ...of }) => ({
          ...of,
          ...thread,
          workingDays: workingDays(thread),
        })),
        hasMore: threads.length > maxThreads,
        quiet,
        failing,
      });
    }),

  snooze: operation({
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
        until: dateTimeField(
          'The time at which it is shown again; null until the client writes again.',
        ).nullable(),
      }),
    )
    .output(single(Snooze))
    .mutation(async ({ ctx: { writer }, input: { until, unanswered, ...key } }) =>
      toSingle(orNotFound(await snoozeThread(writer, key, until, unanswered), 'thread')),
    ),

  restore: operation({ permission: 'clients:write', description: 'Shows a hidden thread again.' })
    .input(z.object(threadKey))
    .output(single(Snooze))
    .mutation(async ({ ctx: { writer }, input }) =>
      toSingle(orNotFound(await restoreThread(writer, input), 'thread')),
    ),
});
