import { writeFileSync } from 'node:fs';
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
import type { PastActivity } from '../../src/insights/engine.ts';
import { linesOf, textsOf } from '../../test/insights/checklist.ts';
import { linksIn } from '../../test/insights/linkifiers.ts';
import type { ImportFile } from './files.ts';

const now = new Date('2026-11-20T12:00:00.000Z');

/** The maximum content of an activity that is read, in characters. */
const maxContent = 10_240;

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

/** Reads a file and computes the cards of its activities. Fails if what comes out breaks a promise. */
export async function tryInput(file: ImportFile, looksForLinks: boolean, path: string): Promise<void> {
  const activities = await imported(file, path);
  if (activities.length === 0) return;
  const { cards } = await builtInEngine.compute({
    client: { id: 'client', name: activities[0]?.subject.slice(0, 255) ?? '' },
    clientDomains: ['globex.example'],
    users: [{ email: 'ann@acme.example', firstName: 'Ann', lastName: 'Lindqvist' }],
    timezone: 'Europe/Berlin',
    asOf: now.toISOString(),
    activities: activities
      .filter(({ occurredAt }) => occurredAt <= now.toISOString())
      .toSorted((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1)),
    upcoming: undefined,
  });
  for (const card of Object.values(cards)) {
    const lines = linesOf(card);
    check(lines.length > 0 && lines.length <= 12, `gives a card of ${lines.length} lines`);
    check(card.length <= 20_000, `gives a card of ${card.length} characters`);
    const [link] = looksForLinks ? linksIn(card, textsOf(card)) : [];
    check(link === undefined, `gives a card with a link, ${link}: ${card}`);
  }
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
