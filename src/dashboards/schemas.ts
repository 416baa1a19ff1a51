import { z } from 'zod';
import { pathId, timestampOrNull } from '../core/rest/fields.ts';

const Card = z
  .object({
    id: z.string().meta({ description: 'The id of the card, unlike that of any other.' }),
    name: z.string().meta({ description: 'The heading of the card.' }),
    outputType: z
      .string()
      .meta({ description: 'What `result.content` is written in.', examples: ['markdown'] }),
    outputSubtype: z.string().meta({ description: 'What form it has.', examples: ['checklist'] }),
    outputStyle: z.string().meta({ description: 'How it is written.', examples: ['concise'] }),
    position: z.int().min(0).meta({ description: 'The order of the card, from zero.' }),
    result: z
      .object({
        content: z.string().meta({ description: 'Markdown; empty while `status` is `computing`.' }),
        computedAt: timestampOrNull('When it was computed; null while `status` is `computing`.'),
        status: z.enum(['computing', 'ready']).meta({
          id: 'CardStatus',
          description: '`computing` until the background process has computed the first insight.',
        }),
      })
      .meta({ id: 'CardResult', description: 'What the background process found.' }),
  })
  .meta({ id: 'Card', description: 'One insight about the client.' });

export const Dashboard = z
  .object({
    id: z.string().meta({ description: 'The id of the dashboard, unlike that of any other.' }),
    clientId: z.uuid().meta({ description: 'The id of its client.' }),
    name: z.string().meta({ description: 'The name of the dashboard.' }),
    isDefault: z.boolean().meta({ description: 'True for the default dashboard.' }),
    cards: z.array(Card).meta({ description: 'Three cards, in the order of `position`.' }),
  })
  .meta({ id: 'Dashboard', description: 'Insights about a client, computed in the background.' });

export const dashboardGet = z.object({ clientId: pathId('client') });
