import { z } from 'zod';
import { cursorInput } from '../core/rest/cursor.ts';
import {
  dateTimeField,
  isStorable,
  limitInput,
  pathId,
  timestamp,
  timestampOrNull,
  toMilliseconds,
} from '../core/rest/fields.ts';
import { maxContentBytes } from './queries.ts';
import { type ActivityType as ActivityTypeName, activityTypes } from './table.ts';

const ActivityType = z
  .enum(activityTypes, `Send one of ${activityTypes.join(', ')}.`)
  .meta({ id: 'ActivityType', description: 'The kind of activity.' });

export const Activity = z
  .object({
    id: z.uuid().meta({ description: 'The id of the activity.' }),
    clientId: z.uuid().meta({ description: 'The id of its client.' }),
    type: ActivityType,
    source: z.string().meta({
      maxLength: 63,
      description:
        'The integration it came from, such as `gmail`, `outlook`, `slack`, `zoom`, `calendar`, `import` or `manual`. More values may follow.',
    }),
    subject: z.string().meta({ description: 'The subject line or title; may be empty.' }),
    content: z.string().meta({
      // A character has at least one byte.
      maxLength: maxContentBytes,
      description:
        'The text of the activity. Cut to at most 10,240 bytes of UTF-8, never inside a character.',
    }),
    occurredAt: timestamp('The time at which it took place.'),
    participants: z.array(z.string()).meta({ description: 'The addresses of the participants.' }),
    immutable: z
      .boolean()
      .meta({ description: 'True for activities recorded by an integration or an import.' }),
    archivedAt: timestampOrNull('The time at which it was archived; null when it is not archived.'),
    createdAt: timestamp('The time at which it was recorded here.'),
    updatedAt: timestamp('The time at which the record was last changed.'),
  })
  .meta({ id: 'Activity', description: 'An email, call, meeting, note or chat with a client.' });

export const ActivitySummary = Activity.omit({ content: true }).meta({
  id: 'ActivitySummary',
  description: 'An activity in a list, without its content.',
});

const clientId = pathId('client');

const ignored = 'Validated but ignored.';

export const activitiesList = z
  .object({
    clientId,
    limit: limitInput,
    cursor: cursorInput('activities'),
    type: ActivityType.optional().meta({ description: 'Lists only activities of this type.' }),
    source: z
      .string('Send a string.')
      .refine(isStorable, 'Send a string without NUL.')
      .optional()
      .meta({ description: ignored }),
    from: dateTimeField(ignored).optional(),
    to: dateTimeField(ignored).optional(),
    includeArchived: z
      .boolean('Send true or false.')
      .optional()
      .meta({ description: `${ignored} Archived activities are always listed.` }),
  })
  .refine(
    ({ from, to }) => from === undefined || to === undefined || toMilliseconds(from) <= toMilliseconds(to),
    {
      path: ['from'],
      error: 'Send a `from` that is not after `to`.',
      // Without this, an error in another field would suppress this check.
      when: ({ value }) => range.safeParse(value).success,
    },
  );

const range = z.object({ from: dateTimeField(''), to: dateTimeField('') });

export const activityGet = z.object({ clientId, activityId: pathId('activity') });

export const activityCreate = z.looseObject({ clientId });

/** Weeks begin on Monday, in the organization's time zone. */
export const Rhythm = z
  .object({
    weeks: z
      .array(
        z.object({
          startsOn: z.iso.date().meta({ description: 'The Monday.' }),
          activities: z
            .object(
              Object.fromEntries(activityTypes.map((type) => [type, z.int().min(0)])) as Record<
                ActivityTypeName,
                z.ZodInt
              >,
            )
            .meta({ description: 'The number of activities by type.' }),
        }),
      )
      .meta({ description: 'The last 52 weeks, the oldest first; the last one is not over yet.' }),
  })
  .meta({ id: 'Rhythm', description: 'Activities of a client by week and type.' });

export const Person = z
  .object({
    address: z.string().meta({ description: 'The address, as in `participants`.' }),
    name: z.string().meta({ description: 'The newest name that an activity gives for it.' }),
  })
  .meta({ id: 'Person', description: 'A participant whose name is known.' });

const noteRule = 'Send a text of 1 to 10,240 bytes of UTF-8, without NUL.';

export const activityAddNote = z.object({
  clientId,
  content: z
    .string(noteRule)
    .trim()
    .refine((text) => text !== '' && isStorable(text) && Buffer.byteLength(text) <= maxContentBytes, noteRule)
    .meta({ description: 'The text; its first line is the subject.' }),
});

export const AddedNote = z
  .object({ id: z.uuid() })
  .meta({ id: 'AddedNote', description: 'The activity that was added.' });
