import { ofClient } from '../clients/queries.ts';
import { clientGet } from '../clients/schemas.ts';
import { tagByContent } from '../core/rest/entity-tag.ts';
import { single, toSingle } from '../core/rest/envelope.ts';
import { operation, router } from '../core/trpc.ts';
import { getDefaultDashboard } from './queries.ts';
import { Dashboard } from './schemas.ts';

export const dashboardsRouter = router({
  getDefault: operation({
    method: 'GET',
    path: '/v1/clients/{clientId}/dashboards/default',
    permission: 'dashboards:read',
    entityTag: tagByContent,
    tag: 'Dashboards',
    summary: 'Get the default dashboard of a client',
    description:
      'Returns three cards of insights, computed in the background. A card that has not been computed yet is empty, with status `computing`.',
  })
    .input(clientGet)
    .output(single(Dashboard))
    .query(async ({ ctx: { db }, input: { clientId } }) =>
      toSingle(await ofClient(db, clientId, getDefaultDashboard(db, clientId))),
    ),
});
