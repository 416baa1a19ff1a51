import { z } from 'zod';
import { contactWeeks, countWeeklyContacts } from '../activities/queries.ts';
import { Client, clientGet } from '../clients/schemas.ts';
import { orNotFound } from '../core/errors.ts';
import { isAllowed } from '../core/permissions.ts';
import { cursorInput } from '../core/rest/cursor.ts';
import { listById, page, single, toSingle } from '../core/rest/envelope.ts';
import { timestamp, timestampOrNull } from '../core/rest/fields.ts';
import { internalOperation, router } from '../core/trpc.ts';
import { Explanation } from '../insights/schemas.ts';
import { summariesOf, summaryOf } from '../insights/summaries.ts';
import { verdicts } from '../insights/table.ts';
import { getOrganization } from '../organization/queries.ts';
import { withSteps } from '../today/queries.ts';
import { steps, withWorkingDays } from '../today/waits.ts';
import { getOwnedClient, listOwnedClients } from './queries.ts';

const Insight = z.object({
  verdict: z.enum(verdicts),
  ...Explanation.pick({ reason: true }).shape,
  steps,
  wins: z.int().min(0).meta({ description: 'Wins of the last 60 days.' }),
  frictions: z.int().min(0).meta({ description: 'Frictions of the last 60 days.' }),
  owedSince: timestampOrNull('The time of the oldest message that waits for an answer; null for none.'),
  lastContactAt: timestampOrNull('The time of the last contact; null when there was none.'),
  computedAt: timestamp('The time at which it was computed.'),
});

const withInsight = <T extends z.ZodType>(insight: T) =>
  Client.extend({
    owner: z.object({ id: z.uuid(), name: z.string() }).nullable().meta({
      description:
        'The user who looks after the client; null for nobody, and without the permission `users:read`.',
    }),
    insight: insight
      .nullable()
      .meta({ description: 'Null before it is computed, and without the permission `dashboards:read`.' }),
  });

const ClientOverview = withInsight(Insight)
  .extend({
    weeklyContacts: z
      .array(z.int().min(0))
      .nullable()
      .meta({
        description: `Contacts in each of the last ${contactWeeks} weeks, the oldest first. Null without the permission \`activities:read\`.`,
      }),
  })
  .meta({ id: 'ClientOverview', description: 'A client with its verdict, figures and weekly contacts.' });

const ClientDetails = withInsight(
  Insight.extend(Explanation.pick({ observations: true, quotes: true }).shape),
).meta({
  id: 'ClientDetails',
  description: 'A client with its verdict, and the content of its cards as data.',
});

const maxLimit = 500;
const limitRule = `Send a whole number from 1 to ${maxLimit}.`;

const overviewList = z
  .object({
    limit: z.int(limitRule).min(1, limitRule).max(maxLimit, limitRule).default(100),
    cursor: cursorInput('overview'),
  })
  .default({ limit: 100 });

export const overviewRouter = router({
  get: internalOperation({
    permission: 'clients:read',
    description: 'A client with its owner, its verdict, and the content of its cards as data.',
  })
    .input(clientGet)
    .output(single(ClientDetails))
    .query(async ({ ctx: { db, caller }, input: { clientId } }) => {
      const [organization, client, insight] = await Promise.all([
        getOrganization(db),
        getOwnedClient(db, clientId),
        isAllowed(caller, 'dashboards:read') ? summaryOf(db, clientId) : undefined,
      ]);
      const owned = orNotFound(client, 'client');
      return toSingle({
        ...owned,
        owner: isAllowed(caller, 'users:read') ? owned.owner : null,
        insight: insight ? withSteps(insight, withWorkingDays(insight.steps, organization)) : null,
      });
    }),

  list: internalOperation({
    permission: 'clients:read',
    description: 'The clients in order of creation, each with its verdict and figures, up to 500 at a time.',
  })
    .input(overviewList)
    .output(page(ClientOverview, maxLimit))
    .query(async ({ ctx: { db, caller }, input }) => {
      const [organization, listed] = await Promise.all([
        getOrganization(db),
        listById('overview', db, input, listOwnedClients),
      ]);
      const { defaultTimezone } = orNotFound(organization, 'organization');
      const ids = listed.data.map(({ id }) => id);
      const [summaries, weeks] = await Promise.all([
        isAllowed(caller, 'dashboards:read') ? summariesOf(db, ids) : undefined,
        isAllowed(caller, 'activities:read')
          ? countWeeklyContacts(db, ids, defaultTimezone, new Date())
          : undefined,
      ]);
      const data = listed.data.map((client) => {
        const insight = summaries?.get(client.id);
        return {
          ...client,
          owner: isAllowed(caller, 'users:read') ? client.owner : null,
          insight: insight ? withSteps(insight, withWorkingDays(insight.steps, organization)) : null,
          weeklyContacts: weeks?.get(client.id) ?? null,
        };
      });
      return { ...listed, data };
    }),
});
