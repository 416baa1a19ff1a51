import { z } from 'zod';
import { timestampOrNull } from '../core/rest/fields.ts';

/** The documented maximum length of ids and names here, which no table stores. */
const maxLength = 255;

const Card = z
  .object({
    id: z.string().meta({ maxLength, description: 'The id of the card, unique across all dashboards.' }),
    name: z.string().meta({ maxLength, description: 'The heading of the card.' }),
    outputType: z
      .string()
      .meta({ maxLength, description: 'The format of `result.content`.', examples: ['markdown'] }),
    outputSubtype: z
      .string()
      .meta({ maxLength, description: 'The structure of the content.', examples: ['checklist'] }),
    outputStyle: z
      .string()
      .meta({ maxLength, description: 'The writing style of the content.', examples: ['concise'] }),
    position: z
      .int()
      .min(0)
      .meta({ format: 'int32', maximum: 2, description: 'The position of the card, from zero.' }),
    result: z
      .object({
        content: z.string().meta({
          description:
            'Markdown; empty while `status` is `computing`. A quote links its activity by the path `/v1/clients/{clientId}/activities/{activityId}`.',
        }),
        computedAt: timestampOrNull('The time at which it was computed; null while `status` is `computing`.'),
        status: z.enum(['computing', 'ready']).meta({
          id: 'CardStatus',
          description:
            '`computing` until the card has been computed for the first time, then `ready`. It stays `computing` while a client has no activities.',
        }),
      })
      .meta({ id: 'CardResult', description: 'The result of the background computation.' }),
  })
  .meta({ id: 'Card', description: 'One insight about the client.' });

export const Dashboard = z
  .object({
    id: z.string().meta({ maxLength, description: 'The id of the dashboard, unique across all clients.' }),
    clientId: z.uuid().meta({ description: 'The id of its client.' }),
    name: z.string().meta({ maxLength, description: 'The name of the dashboard.' }),
    isDefault: z.boolean().meta({ description: 'True for the default dashboard.' }),
    cards: z.array(Card).meta({ maxItems: 3, description: 'Three cards, in the order of `position`.' }),
  })
  .meta({ id: 'Dashboard', description: 'Insights about a client, computed in the background.' });
