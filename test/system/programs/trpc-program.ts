import {
  type ClienteleError,
  createClient,
  type Inputs,
  isClienteleError,
  type Outputs,
} from '@clientele/client';

/** A program of a TypeScript caller: URL and token in, JSON out. */
const [url = '', token = ''] = process.argv.slice(2);
const clientele = createClient(url, () => Promise.resolve(token));

async function failure(call: Promise<unknown>) {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (!isClienteleError(error)) throw error;
    const { data }: ClienteleError = error;
    return { code: data?.error.code, details: data?.error.details, status: data?.httpStatus };
  }
}

const input: Inputs['clients']['create'] = { name: ' Globex ', domain: 'GLOBEX.example' };
const created: Outputs['clients']['create'] = await clientele.clients.create.mutate(input);
const clientId: string = created.data.id;
const updated = await clientele.clients.update.mutate({ clientId, domain: null });
const second = await clientele.clients.create.mutate({ name: 'Initech' });
const firstPage = await clientele.clients.list.query({ limit: 1 });
const cursor: string | null = firstPage.meta.cursor;
const secondPage = await clientele.clients.list.query({ limit: 1, ...(cursor === null ? {} : { cursor }) });

// Made in the same tick, these travel as one batch.
const [organization, users, dashboard, gone] = await Promise.all([
  clientele.organization.get.query(),
  clientele.users.list.query(),
  clientele.dashboards.getDefault.query({ clientId }),
  failure(clientele.clients.get.query({ clientId: '00000000-0000-4000-8000-000000000000' })),
]);
const many = await Promise.all(
  Array.from({ length: 45 }, () => clientele.activities.list.query({ clientId, limit: 1 })),
);

/** Compiled and never run: what the types refuse. */
export function refusedByTheTypes() {
  // @ts-expect-error: the name is required
  void clientele.clients.create.mutate({});
  // @ts-expect-error: the organization is the token's
  void clientele.clients.create.mutate({ name: 'Globex', organizationId: 'x' });
  // @ts-expect-error: numbers are numbers
  void clientele.clients.list.query({ limit: '5' });
  // @ts-expect-error: lists carry no content
  void clientele.activities.list.query({ clientId }).then(({ data }) => data[0]?.content);
  // @ts-expect-error: reads are no mutations
  void clientele.clients.get.mutate({ clientId });
}

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
    gone,
    invalid: await failure(clientele.clients.create.mutate({ name: '' })),
    unauthorized: await failure(createClient(`${url}/`, 'sk_live_x').health.check.query()),
    many: many.length,
  }),
);
