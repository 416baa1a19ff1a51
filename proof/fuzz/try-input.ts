import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { z } from 'zod';
import {
  isParticipantsBounded,
  maxParticipantLength,
  maxSourceIdLength,
  maxSubjectLength,
  threadPattern,
} from '../../src/activities/import/imported-activity.ts';
import { maxNameLength } from '../../src/activities/import/person-name.ts';
import { readActivities, UnreadableFile } from '../../src/activities/import/read.ts';
import { activityTypes } from '../../src/activities/table.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import type { Cards, ClientHistory, Insights, PastActivity } from '../../src/insights/engine.ts';
import { picksOf } from '../../src/insights/language-model/answer.ts';
import { questionOf } from '../../src/insights/language-model/prompt.ts';
import { linesOf, textsOf } from '../../test/insights/checklist.ts';
import { linksIn } from '../../test/insights/linkifiers.ts';
import { type ImportFile, importFile } from './files.ts';
import { history, historyOf, maxContent } from './histories.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const never = new AbortController().signal;

/** A place in the activities that a language model repeats: the activity, where it begins, and how long it is. */
type Place = readonly [activity: number, from: number, length: number];

/** An input, and for a tenth of them what is tried in addition, since it takes longer. */
export interface Input {
  readonly given: ImportFile | ClientHistory;
  readonly looksForLinks: boolean;
  readonly repeated: readonly Place[] | undefined;
}

const place = fc.tuple(fc.nat(499), fc.nat(maxContent), fc.nat(200));
export const input: fc.Arbitrary<Input> = fc.record({
  given: fc.oneof({ weight: 7, arbitrary: importFile }, { weight: 3, arbitrary: history }),
  looksForLinks: fc.nat(9).map((tenth) => tenth === 0),
  repeated: fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    fc.array(place, { minLength: 50, maxLength: 50 }),
  ),
});

/** An activity that can be recorded. */
const recordable = z
  .object({
    sourceId: z.string().min(1).max(maxSourceIdLength),
    type: z.enum(activityTypes),
    subject: z.string().max(maxSubjectLength),
    content: z.string(),
    occurredAt: z.iso.datetime(),
    participants: z.array(z.string().max(maxParticipantLength)).refine(isParticipantsBounded),
    participantNames: z.array(z.string().max(maxNameLength)).exactOptional(),
    archivedAt: z.iso.datetime().nullable(),
    thread: z.string().regex(threadPattern).exactOptional(),
    isMail: z.literal(true).exactOptional(),
  })
  .refine(({ participants, participantNames: names }) => !names || names.length === participants.length, {
    path: ['participantNames'],
    error: 'Send a name for each participant, or none at all.',
  });

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/** Reads an input and computes its cards. Fails if what it gives breaks a promise. */
export async function tryInput({ given, looksForLinks, repeated }: Input, path: string): Promise<void> {
  const made = 'bytes' in given ? historyOf(await imported(given, path)) : given;
  if (made.activities.length === 0) return;
  const insights = await builtInEngine.compute(made, never);
  checkCards(insights.cards, looksForLinks);
  if (repeated !== undefined) await checkAnswer(made, insights, repeated, looksForLinks);
}

async function imported({ format, bytes }: ImportFile, path: string): Promise<PastActivity[]> {
  writeFileSync(path, bytes);
  const activities: PastActivity[] = [];
  try {
    for await (const item of readActivities(path, format, now)) {
      if (item.ok) {
        const { error } = recordable.safeParse(item.activity);
        check(error === undefined, `gives an activity that cannot be recorded: ${error?.message}`);
        const content = item.activity.content.slice(0, maxContent);
        // As in the database, where ids are UUIDs.
        const id = `activity-${activities.length}`;
        if (activities.length < 500) activities.push({ ...item.activity, content, id });
      } else check(!item.reason.includes('\n'), `tells in more than a line why: ${item.reason}`);
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return activities;
}

function checkCards(cards: Cards, looksForLinks: boolean): void {
  for (const card of Object.values(cards)) {
    const lines = linesOf(card);
    check(lines.length > 0 && lines.length <= 12, `gives a card of ${lines.length} lines`);
    check(card.length <= 20_000, `gives a card of ${card.length} characters`);
    const [link] = looksForLinks ? linksIn(card, textsOf(card)) : [];
    check(link === undefined, `gives a card with a link, ${link}: ${card}`);
  }
}

/** Checks the cards made from a language model's answer that repeats the activities. */
async function checkAnswer(
  given: ClientHistory,
  computed: Insights,
  repeated: readonly Place[],
  looksForLinks: boolean,
): Promise<void> {
  const question = questionOf(given, computed);
  check(question.data.length <= 40_000, `gives a question of ${question.data.length} characters`);
  const written = repeated.map(([activity, from, length]) => {
    const at = activity % given.activities.length;
    const { content = '' } = given.activities[at] ?? {};
    const start = from % (content.length + 1);
    const quote = content.slice(start, start + length);
    return { activity: `a${at + 1}`, quote, about: quote.slice(0, 40) };
  });
  const answer = { wins: written.slice(0, 20), frictions: written.slice(20) };
  const picks = picksOf(`Here: ${JSON.stringify(answer)}`, question);
  const { cards } = await builtInEngine.compute({ ...given, picks }, never);
  check(cards['client-health'] === computed.cards['client-health'], 'lets a model change Client Health');
  checkCards(cards, looksForLinks);
}
