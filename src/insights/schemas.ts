import { z } from 'zod';
import { activityTypes } from '../activities/table.ts';
import { timestamp } from '../core/rest/fields.ts';

/**
 * Where a thread stands: `open` when the client waits for us, `waiting` when we wait for the client, `solved` when the
 * client's people, or one of us, said so in it, otherwise `quiet`.
 */
const threadStates = ['open', 'waiting', 'solved', 'quiet'] as const;
export type ThreadState = (typeof threadStates)[number];

export const Quote = z.object({
  kind: z.enum(['win', 'friction']),
  text: z.string().meta({ description: 'The sentence, as its author wrote it.' }),
  author: z.string().nullable().meta({ description: 'The name of its author; null when it is not known.' }),
  activityId: z.uuid().meta({ description: 'The activity that holds the sentence.' }),
  isGrave: z.boolean().meta({
    description:
      'True if it concerns the relationship itself, or was asked again and again without an answer.',
  }),
});

/** A thread of a client that the cards tell of, or that somebody waits in. Subject, names and quoted sentences are untrusted. */
export const InsightThread = z
  .object({
    activityId: z.uuid().meta({ description: 'The activity to open: the one that brought the state about.' }),
    subject: z.string().meta({ description: 'The subject, without prefixes; empty for none.' }),
    people: z.array(z.string()).meta({
      description: "The names of the client's people in it, the one to answer first; at most five.",
    }),
    state: z.enum(threadStates).meta({
      description:
        '`open`: the client waits for you; `waiting`: you wait for the client; `solved`: the client, or one of you, said so; otherwise `quiet`.',
    }),
    since: timestamp('The time since which it has been in this state.'),
    isOwed: z.boolean().meta({
      description: 'True if the client waits for an answer from one of your users, or what it promised.',
    }),
    unanswered: z.int().min(0).meta({ description: "The client's messages since your last, while open." }),
    promise: z.string().nullish().meta({
      description:
        'What your last message, or your report of a call or meeting, promised, if the client waits for that; otherwise null.',
    }),
    question: z.string().nullish().meta({
      description: 'The question or request of the client that waits for an answer; otherwise null.',
    }),
    deadline: z
      .string()
      .nullable()
      .meta({ description: 'A deadline, as the client wrote it; null for none.' }),
    quote: Quote.nullable().meta({ description: 'The sentence that shows a win or a friction best.' }),
  })
  .meta({ id: 'InsightThread', description: 'A thread with a client, and where it stands.' });
export type InsightThread = Readonly<z.output<typeof InsightThread>>;

/** The next step with a client. Person and subject are untrusted. */
export const NextStep = z
  .object({
    action: z.enum(['answer', 'keepPromise', 'askAgain', 'getInTouch', 'discuss']).meta({
      description:
        '`answer` their message; `keepPromise` that you made in a message or a call; `askAgain` what they have not answered; `getInTouch` after a silence; `discuss` a friction.',
    }),
    person: z
      .string()
      .nullable()
      .meta({ description: 'The person to turn to; null for nobody in particular.' }),
    subject: z.string().meta({ description: 'The subject of the thread; empty for none.' }),
    activityId: z.uuid().meta({ description: 'The activity to open.' }),
    since: timestamp('The time of that activity.'),
  })
  .meta({ id: 'NextStep', description: 'The next step with a client.' });
export type NextStep = Readonly<z.output<typeof NextStep>>;

/** A quote on a card, with what there is to say about it. Subject, text and author are untrusted. */
export const CardQuote = z
  .object({
    kind: z.enum(['win', 'friction']),
    subject: z.string().meta({ description: 'The subject of the thread; empty for none.' }),
    standing: z.string().meta({ description: 'The state of the thread and a deadline; empty for a win.' }),
    text: z.string().meta({ description: 'The sentence.' }),
    author: z.string().nullable().meta({ description: 'The name of its author; null when it is not known.' }),
    activityId: z.uuid().meta({ description: 'The activity that holds the sentence.' }),
    type: z.enum(activityTypes).meta({ description: 'The type of that activity.' }),
    occurredAt: timestamp('The time of that activity.'),
  })
  .meta({ id: 'CardQuote', description: 'A quote that shows a win or a friction.' });
export type CardQuote = Readonly<z.output<typeof CardQuote>>;

/** The content of the cards as data, all of it plain text. */
export const Explanation = z.object({
  reason: z.string().meta({ description: 'The reason for the verdict: a phrase without a full stop.' }),
  reasonActivityId: z.uuid().nullish().meta({
    description: 'The activity of the step that the reason calls for; none if it calls for no step.',
  }),
  steps: z.array(NextStep).meta({ description: 'What to do next, most urgent first.' }),
  observations: z
    .array(z.object({ isGood: z.boolean(), text: z.string() }))
    .meta({ description: 'Further observations on the health of the relationship.' }),
  quotes: z.array(CardQuote).meta({ description: 'Wins and frictions, most telling first.' }),
});
export type Explanation = Readonly<z.output<typeof Explanation>>;

/** Of a client whose cards were computed before their content was stored as data. */
export const noExplanation: Explanation = { reason: '', steps: [], observations: [], quotes: [] };

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
