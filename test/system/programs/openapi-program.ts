import createClient from 'openapi-fetch';
import type { components, paths } from '../../../build/openapi-types.ts';

/** A program of a caller whose types a test makes from the OpenAPI document: URL and token in, JSON out. */
const [baseUrl = '', token = ''] = process.argv.slice(2);
const clientele = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });

type Failure = { error: { code: string; message: string; details?: object } };

function dataOf<T>({ data, error }: { data?: T; error?: Failure }): T {
  if (data === undefined) throw new Error(error?.error.message);
  return data;
}

function failure({ error, response }: { error?: Failure; response: Response }) {
  return { code: error?.error.code, details: error?.error.details, status: response.status };
}

const created = dataOf(
  await clientele.POST('/v1/clients', { body: { name: ' Globex ', domain: 'GLOBEX.example' } }),
);
const clientId: components['schemas']['Client']['id'] = created.data.id;
const path = { clientId };
const updated = dataOf(
  await clientele.PUT('/v1/clients/{clientId}', { params: { path }, body: { domain: null } }),
);
const second = dataOf(await clientele.POST('/v1/clients', { body: { name: 'Initech' } }));
const firstPage = dataOf(await clientele.GET('/v1/clients', { params: { query: { limit: 1 } } }));
const { cursor } = firstPage.meta;
const secondPage = dataOf(
  await clientele.GET('/v1/clients', {
    params: { query: { limit: 1, ...(cursor === null ? {} : { cursor }) } },
  }),
);

const [organization, users, dashboard, activities, gone] = await Promise.all([
  clientele.GET('/v1/organization').then(dataOf),
  clientele.GET('/v1/users').then(dataOf),
  clientele.GET('/v1/clients/{clientId}/dashboards/default', { params: { path } }).then(dataOf),
  clientele.GET('/v1/clients/{clientId}/activities', { params: { path, query: { limit: 1 } } }).then(dataOf),
  clientele.GET('/v1/clients/{clientId}', {
    params: { path: { clientId: '00000000-0000-4000-8000-000000000000' } },
  }),
]);

/** Compiled and never run: what the types refuse. */
export function refusedByTheTypes() {
  // @ts-expect-error: the name is required
  void clientele.POST('/v1/clients', { body: {} });
  // @ts-expect-error: numbers are numbers
  void clientele.GET('/v1/clients', { params: { query: { limit: '5' } } });
  // @ts-expect-error: there is no such path
  void clientele.GET('/v1/nothing');
  // @ts-expect-error: lists carry no content
  void activities.data[0]?.content;
}

const stranger = createClient<paths>({ baseUrl, headers: { Authorization: 'Bearer sk_live_x' } });
process.stdout.write(
  JSON.stringify({
    created: created.data.name,
    updated: updated.data.domain,
    pages: [
      firstPage.data[0]?.id === clientId,
      secondPage.data[0]?.id === second.data.id,
      secondPage.meta.hasMore,
    ],
    plan: organization.data.plan,
    users: users.data.length,
    cards: dashboard.data.cards.map(({ result }) => result.status),
    gone: failure(gone),
    invalid: failure(await clientele.POST('/v1/clients', { body: { name: '' } })),
    unauthorized: failure(await stranger.GET('/v1/health')),
  }),
);
