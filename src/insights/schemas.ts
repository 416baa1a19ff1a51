import { z } from 'zod';
import { timestamp } from '../core/rest/fields.ts';

/**
 * Where a thread stands: `open` when the client waits for us, `waiting` when we wait for the client, `solved` when the
 * client's people said so in it, otherwise `quiet`.
 */
const threadStates = ['open', 'waiting', 'solved', 'quiet'] as const;
export type ThreadState = (typeof threadStates)[number];

const Quote = z.object({
  kind: z.enum(['win', 'friction']),
  text: z.string().meta({ description: 'The sentence, as its author wrote it.' }),
  author: z.string().nullable().meta({ description: 'The name of its author; null when it is not known.' }),
  activityId: z.uuid().meta({ description: 'The activity that holds the sentence.' }),
  isGrave: z.boolean().meta({
    description:
      'True if it concerns the relationship itself, or was asked again and again without an answer.',
  }),
});

/** A thread of a client that the cards tell of, or that somebody waits in. Subject, names and quote are untrusted. */
export const InsightThread = z
  .object({
    activityId: z.uuid().meta({ description: 'The activity to open: the one that brought the state about.' }),
    subject: z.string().meta({ description: 'The subject, without prefixes; empty for none.' }),
    people: z.array(z.string()).meta({
      description: "The names of the client's people in it, the one to answer first; at most five.",
    }),
    state: z.enum(threadStates).meta({
      description:
        '`open`: the client waits for you; `waiting`: you wait for the client; `solved`: the client said so; otherwise `quiet`.',
    }),
    since: timestamp('The time since which it has been in this state.'),
    isOwed: z
      .boolean()
      .meta({ description: 'True if the client waits for an answer from one of your users.' }),
    unanswered: z.int().min(0).meta({ description: "The client's messages since your last, while open." }),
    deadline: z
      .string()
      .nullable()
      .meta({ description: 'A deadline, as the client wrote it; null for none.' }),
    quote: Quote.nullable().meta({ description: 'The sentence that shows a win or a friction best.' }),
  })
  .meta({ id: 'InsightThread', description: 'A thread with a client, and where it stands.' });
export type InsightThread = Readonly<z.output<typeof InsightThread>>;

/** A thread that a language model picked for a card, by one of its activities, and the model's words for it; '' for none. */
export const StoredPick = z.object({ activityId: z.string(), quote: z.string(), about: z.string() });
export type StoredPick = Readonly<z.output<typeof StoredPick>>;

/** A language model's picks for both cards, in its order. `sent` is the SHA-256 of the activities that it was sent. */
export const StoredPicks = z.object({
  sent: z.string(),
  wins: z.array(StoredPick),
  frictions: z.array(StoredPick),
});
export type StoredPicks = Readonly<z.output<typeof StoredPicks>>;
