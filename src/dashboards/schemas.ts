import { z } from 'zod';
import { pathId, timestamp } from '../core/fields.ts';

const Card = z
  .object({
    id: z.string(),
    name: z.string(),
    outputType: z.string().meta({ examples: ['markdown'] }),
    outputSubtype: z.string().meta({ examples: ['checklist'] }),
    outputStyle: z.string().meta({ examples: ['concise'] }),
    position: z.int().min(0).meta({ description: 'The order of the card, from zero.' }),
    result: z.object({
      content: z.string().meta({ description: 'Markdown; empty while `status` is `computing`.' }),
      computedAt: timestamp('When it was computed; null while `status` is `computing`.').nullable(),
      status: z
        .enum(['computing', 'ready'])
        .meta({ description: '`computing` until the background process has computed the first insight.' }),
    }),
  })
  .meta({ id: 'Card', description: 'One insight about the client.' });

export const Dashboard = z
  .object({
    id: z.string(),
    clientId: z.uuid(),
    name: z.string(),
    isDefault: z.boolean(),
    cards: z.array(Card),
  })
  .meta({ id: 'Dashboard', description: 'Insights about a client, computed in the background.' });

export const dashboardGet = z.object({ clientId: pathId('client') });
