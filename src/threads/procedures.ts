import { z } from 'zod';
import { Activity } from '../activities/schemas.ts';
import { ofClient } from '../clients/queries.ts';
import { clientGet } from '../clients/schemas.ts';
import { orNotFound } from '../core/errors.ts';
import { isAllowed } from '../core/permissions.ts';
import { single, toSingle } from '../core/rest/envelope.ts';
import { pathId, timestampOrNull } from '../core/rest/fields.ts';
import { internalOperation, router } from '../core/trpc.ts';
import { getOrganization } from '../organization/queries.ts';
import { ThreadOfClient, withWorkingDays } from '../today/waits.ts';
import { findUsersByEmail } from '../users/queries.ts';
import { listThreads, readConversation } from './queries.ts';

const ListedThread = ThreadOfClient.extend({
  isAtRisk: z.boolean().meta({
    description:
      'True for one with a threat or a deadline, unless it is solved or has been quiet for 60 days.',
  }),
  isHidden: z.boolean().meta({ description: 'True while it is hidden on Today.' }),
  hiddenUntil: timestampOrNull('The time at which it is shown again; null until the client writes again.'),
}).meta({ id: 'ListedThread', description: 'A thread of a client, and whether Today shows it.' });

const Message = Activity.pick({ id: true, type: true, subject: true, occurredAt: true }).extend({
  sender: z.string().nullable().meta({ description: 'The address of the sender of an email; else null.' }),
  isOurs: z.boolean().meta({ description: 'True if one of your users sent it.' }),
});

const Conversation = z
  .object({
    messages: z
      .array(Message)
      .meta({ description: 'The activity and the rest of its thread, oldest first.' }),
    previousId: z.uuid().nullable().meta({
      description: 'The activity before it in the thread, or in the timeline if it stands alone.',
    }),
    nextId: z.uuid().nullable().meta({ description: 'The activity after it, likewise.' }),
  })
  .meta({ id: 'Conversation', description: 'The thread of an activity.' });

export const threadsRouter = router({
  list: internalOperation({
    permission: 'clients:read',
    description:
      "A client's threads that the cards tell of or that somebody waits in, most urgent first. Empty without the permission `dashboards:read`.",
  })
    .input(clientGet)
    .output(single(z.array(ListedThread)))
    .query(async ({ ctx: { db, caller }, input: { clientId } }) => {
      const [organization, threads] = await Promise.all([
        ofClient(db, clientId, getOrganization(db)),
        isAllowed(caller, 'dashboards:read') ? listThreads(db, clientId) : [],
      ]);
      return toSingle(withWorkingDays(threads, organization));
    }),

  get: internalOperation({
    permission: 'activities:read',
    description: 'The thread of an activity of a client, grouped as on the cards.',
  })
    .input(z.object({ clientId: pathId('client'), activityId: pathId('activity') }))
    .output(single(Conversation))
    .query(async ({ ctx: { db }, input: { clientId, activityId } }) => {
      const found = await ofClient(db, clientId, readConversation(db, clientId, activityId));
      const { messages, previous, next } = orNotFound(found, 'activity');
      const senders = messages.map((message) => ({ ...message, sender: senderOf(message) }));
      const users = await findUsersByEmail(db, [...new Set(senders.flatMap(({ sender }) => sender ?? []))]);
      const ours = new Set(users.map(({ email }) => email));
      return toSingle({
        messages: senders.map((message) => ({ ...message, isOurs: ours.has(message.sender ?? '') })),
        previousId: previous?.id ?? null,
        nextId: next?.id ?? null,
      });
    }),
});

/** Only of email, the first participant is the author. */
const senderOf = ({ type, participants: [first] }: { type: string; participants: string[] }) =>
  type === 'email' && first !== undefined ? first.toLowerCase() : null;
