import { z } from 'zod';
import { Activity } from '../activities/schemas.ts';
import { Client } from '../clients/schemas.ts';
import { isAllowed } from '../core/permissions.ts';
import { single, toSingle } from '../core/rest/envelope.ts';
import { isStorable } from '../core/rest/fields.ts';
import { internalOperation, router } from '../core/trpc.ts';
import { findActivities, findClients, findPeople, maxActivitiesRead, maxResults } from './queries.ts';

const ofClient = { clientId: z.uuid(), clientName: z.string() };

const SearchResults = z
  .object({
    clients: z.array(Client.pick({ id: true, name: true, domain: true })).meta({
      description: 'By name or domain, names that begin with the text first.',
    }),
    people: z.array(z.object({ address: z.string(), name: z.string(), ...ofClient })).meta({
      description: "The clients' people by name or address, with the client of their last activity.",
    }),
    activities: z
      .array(Activity.pick({ id: true, subject: true, occurredAt: true }).extend(ofClient))
      .meta({ description: 'By subject, newest first.' }),
  })
  .meta({ id: 'SearchResults', description: `Up to ${maxResults} results of each kind.` });

const rule = 'Send 2 to 100 characters, without NUL.';

export const searchRouter = router({
  find: internalOperation({
    permission: 'clients:read',
    description: `Finds clients, and with the permission \`activities:read\` people and activities among the newest ${maxActivitiesRead} activities.`,
  })
    .input(
      z.object({
        query: z
          .string(rule)
          .trim()
          .min(2, rule)
          .max(100, rule)
          .refine(isStorable, rule)
          .meta({ description: 'A part of a name, domain, address or subject, in upper or lower case.' }),
      }),
    )
    .output(single(SearchResults))
    .query(async ({ ctx: { db, caller }, input: { query } }) => {
      const mayReadActivities = isAllowed(caller, 'activities:read');
      // One after the other: each reads much, and others wait for connections.
      const clients = await findClients(db, query);
      const people = mayReadActivities ? await findPeople(db, query) : [];
      const activities = mayReadActivities ? await findActivities(db, query) : [];
      return toSingle({ clients, people, activities });
    }),
});
