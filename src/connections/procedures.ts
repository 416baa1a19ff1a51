import { z } from 'zod';
import { cursorInput, idCursor } from '../core/rest/cursor.ts';
import { page, single, toPage, toSingle } from '../core/rest/envelope.ts';
import { limitInput, timestamp, timestampOrNull } from '../core/rest/fields.ts';
import { internalOperationsOf, router } from '../core/trpc.ts';
import { listConnections } from './queries.ts';
import { UnassignedDomain } from './schemas.ts';
import { connectionStates, connectionTypes } from './table.ts';
import { listUnassignedDomains } from './unassigned.ts';

export const connectionsPermissions = ['connections:read'] as const;

const Connection = z
  .object({
    id: z.uuid(),
    type: z.enum(connectionTypes),
    integration: z.string().meta({ description: 'The integration of the activities it records.' }),
    server: z.string().nullable().meta({ description: 'The host name of the server.' }),
    account: z.string().nullable().meta({ description: 'The user whose mail is read.' }),
    state: z.enum(connectionStates),
    lastSeenAt: timestampOrNull("The time of the server's last answer."),
    lastReceivedAt: timestampOrNull('When something new was last read.'),
    seen: z.int().min(0).meta({ description: 'The number of messages or meetings read.' }),
    recorded: z.int().min(0).meta({ description: 'The number recorded as activities.' }),
    skipped: z.int().min(0).meta({ description: 'The number skipped.' }),
    skippedReasons: z
      .array(z.object({ reason: z.string(), count: z.int().min(1) }))
      .meta({ description: 'The skipped ones by reason.' }),
    failure: z.string().nullable().meta({ description: 'The current failure and what to do about it.' }),
    nextTryAt: timestamp('The time of the next attempt, when it fails.'),
  })
  .meta({
    id: 'Connection',
    description: 'A mailbox or calendar that the worker keeps in sync, with its status.',
  });

const connectionsList = z
  .object({ limit: limitInput, cursor: cursorInput('connections') })
  .default({ limit: 20 });

const cursor = idCursor('connections');

export const connectionsRouter = router({
  list: internalOperationsOf(connectionsPermissions)({
    permission: 'connections:read',
    description: 'The connections to mailboxes and calendars with their status, in order of creation.',
  })
    .input(connectionsList)
    .output(page(Connection))
    .query(async ({ ctx: { db }, input: { limit, cursor: after } }) => {
      const rows = await listConnections(db, { after: cursor.read(db, after), limit: limit + 1 });
      const listed = toPage(rows, limit, (last) => cursor.write(db, last.id));
      const data = listed.data.map(({ skippedReasons, ...status }) => ({
        ...status,
        skippedReasons: Object.entries(skippedReasons).map(([reason, count]) => ({ reason, count })),
      }));
      return { ...listed, data };
    }),
});

const unassignedList = z.object({ limit: limitInput }).default({ limit: 20 });

export const importsPermissions = ['imports:read'] as const;

export const importsRouter = router({
  unassigned: internalOperationsOf(importsPermissions)({
    permission: 'imports:read',
    description:
      'The domains of activities that no rule assigned to a client, and of messages that connections only counted, most first. Counts the newest 2,000 activities, by the first five participants of each, and leaves out domains with a wired rule for any integration.',
  })
    .input(unassignedList)
    .output(single(z.array(UnassignedDomain)))
    .query(async ({ ctx: { db }, input: { limit } }) => toSingle(await listUnassignedDomains(db, limit))),
});
