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
import { activityTypes } from './table.ts';

const ActivityType = z
  .enum(activityTypes, `Send one of ${activityTypes.join(', ')}.`)
  .meta({ id: 'ActivityType', description: 'What kind of contact it was.' });

export const Activity = z
  .object({
    id: z.uuid().meta({ description: 'The id of the activity.' }),
    clientId: z.uuid().meta({ description: 'The id of its client.' }),
    type: ActivityType,
    source: z.string().meta({
      description:
        'The integration it came from, such as `gmail`, `outlook`, `slack`, `zoom`, `calendar`, `import` or `manual`. An open list.',
    }),
    subject: z.string().meta({ description: 'The subject line or title; may be empty.' }),
    content: z.string().meta({
      description: 'What was said. At most 10,240 bytes of UTF-8; the rest is cut, never inside a character.',
    }),
    occurredAt: timestamp('When it took place.'),
    participants: z.array(z.string()).meta({ description: 'Addresses of those who took part.' }),
    immutable: z.boolean().meta({ description: 'True for what an integration or an import recorded.' }),
    archivedAt: timestampOrNull('When it was archived; null when it is not.'),
    createdAt: timestamp('When it was recorded here.'),
    updatedAt: timestamp('When the record was last changed.'),
  })
  .meta({ id: 'Activity', description: 'An email, call, meeting, note or chat with a client.' });

export const ActivitySummary = Activity.omit({ content: true }).meta({
  id: 'ActivitySummary',
  description: 'An activity as lists show it: without its content.',
});

const clientId = pathId('client');

const withoutEffect = 'Checked, then without effect.';

export const activitiesList = z
  .object({
    clientId,
    limit: limitInput,
    cursor: cursorInput('activities'),
    type: ActivityType.optional().meta({ description: 'Only activities of this type.' }),
    source: z
      .string('Send a string.')
      .refine(isStorable, 'Send a string without NUL.')
      .optional()
      .meta({ description: withoutEffect }),
    from: dateTimeField(withoutEffect).optional(),
    to: dateTimeField(withoutEffect).optional(),
    includeArchived: z
      .boolean('Send true or false.')
      .optional()
      .meta({ description: `${withoutEffect} Archived activities are always listed.` }),
  })
  .refine(
    ({ from, to }) => from === undefined || to === undefined || toMilliseconds(from) <= toMilliseconds(to),
    {
      path: ['from'],
      error: 'Send a `from` that is not after `to`.',
      // Told together with the faults of other fields, which would otherwise keep it from being asked.
      when: ({ value }) => range.safeParse(value).success,
    },
  );

const range = z.object({ from: dateTimeField(''), to: dateTimeField('') });

export const activityGet = z.object({ clientId, activityId: pathId('activity') });

export const activityCreate = z.looseObject({ clientId });
