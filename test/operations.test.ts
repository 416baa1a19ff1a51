import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { permissions } from '../src/api.ts';
import { deleteClient } from '../src/clients/queries.ts';
import { requestExamples } from '../src/http/openapi-examples.ts';
import { type MountedOperation, operations } from '../src/http/operations.ts';
import { deleteUser } from '../src/users/queries.ts';
import { startApi, type TestOrganization } from './support/api.ts';

const limits = { organizationPerMinute: 1_000, endpointPerMinute: 25 };
const api = await startApi({ limits });

type Ids = Record<string, string>;

/** An organization with one of everything, and the ids that name it. */
async function furnished(): Promise<{ organization: TestOrganization; ids: Ids }> {
  const organization = await api.organization();
  const client = await organization.client({ domain: 'globex.example' });
  await organization.activities('globex.example', [{}]);
  const user = await organization.user();
  const list = await api.get(`/v1/clients/${client.id}/activities`, { token: organization.token });
  return { organization, ids: { clientId: client.id, activityId: list.body.data[0].id, userId: user.id } };
}

function request({ method, path, name }: MountedOperation, ids: Ids, token?: string) {
  const url = path.replaceAll(/\{(\w+)\}/g, (_match, parameter: string) => ids[parameter] ?? 'missing');
  return api.call(method, url, { token, body: requestExamples[name] });
}

/** The same call over tRPC. */
async function requestTrpc({ method, name }: MountedOperation, ids: Ids, token?: string) {
  const input = { ...(requestExamples[name] ?? {}), ...ids };
  const isQuery = method === 'GET';
  const query = isQuery ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  return api.call(method === 'GET' ? 'GET' : 'POST', `/trpc/${name}${query}`, {
    token,
    ...(isQuery ? {} : { body: input }),
  });
}

/** The operations of the contract; there may be more. */
const contract = [
  'health.check',
  'organization.get',
  'organization.update',
  'clients.list',
  'clients.create',
  'clients.get',
  'clients.update',
  'dashboards.getDefault',
  'activities.list',
  'activities.get',
  'activities.create',
  'users.list',
  'users.get',
  'users.update',
];

test('the router has the fourteen operations of the contract', () => {
  expect(operations.map(({ name }) => name)).toEqual(expect.arrayContaining(contract));
});

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (_name, operation) => {
    test('answers its caller with 200, over REST and tRPC alike', async () => {
      const { organization, ids } = await furnished();
      expect((await request(operation, ids, organization.token)).status).toBe(200);
      expect((await requestTrpc(operation, ids, organization.token)).status).toBe(200);
    });

    test('is refused without a valid token', async () => {
      const { ids } = await furnished();
      const unknown = `sk_live_${'0'.repeat(32)}`;
      for (const token of [undefined, '', 'sk_live_', unknown]) {
        const rest = await request(operation, ids, token);
        expect([rest.status, rest.body.error.code]).toEqual([401, 'unauthorized']);
        expect(rest.headers['www-authenticate']).toBe('Bearer');
        const trpc = await requestTrpc(operation, ids, token);
        expect([trpc.status, trpc.body.error.data.error]).toEqual([401, rest.body.error]);
      }
    });

    test('needs exactly the permission it declares, if it declares one', async () => {
      const { organization, ids } = await furnished();
      const { permission } = operation;
      const others = permissions.filter((other) => other !== permission);
      const refused = await request(operation, ids, await organization.userKey(others));
      if (permission === 'none') {
        expect(refused.status).toBe(200);
        return;
      }
      expect(refused.status).toBe(403);
      expect(refused.body.error).toMatchObject({
        code: 'forbidden',
        details: { requiredPermission: permission },
      });
      expect((await request(operation, ids, await organization.userKey([permission]))).status).toBe(200);
    });

    test('is limited per organization, by one bucket for REST and tRPC', async () => {
      const { organization, ids } = await furnished();
      const other = await furnished();
      const before = operation.name === 'activities.list' ? 1 : 0;
      for (let call = before; call < limits.endpointPerMinute; call++) {
        const answer = await (call % 2 ? request : requestTrpc)(operation, ids, organization.token);
        expect(answer.status).toBe(200);
      }
      const refused = await request(operation, ids, organization.token);
      expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
      expect(refused.body.error.details.policy).toBe('endpoint');
      expect(refused.headers['retry-after']).toBe(String(refused.body.error.details.retry_after_seconds));
      const trpc = await requestTrpc(operation, ids, organization.token);
      expect([trpc.status, trpc.body.error.data.error.code]).toEqual([429, 'rate_limited']);
      expect((await request(operation, other.ids, other.organization.token)).status).toBe(200);
    });

    const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);

    test.each(parameters)(
      'answers foreign, deleted, unknown and malformed values of %s alike: 404',
      async (parameter) => {
        const { organization, ids } = await furnished();
        const foreign = await furnished();
        const deleted = await furnishedAndDeleted(organization);
        const wrong = [foreign.ids[parameter], deleted[parameter], randomUUID(), 'no-uuid', '%00', "'"];
        const texts = new Set<string>();
        for (const value of wrong) {
          const wrongIds = { ...ids, [parameter]: value ?? '' };
          const rest = await request(operation, wrongIds, organization.token);
          expect([value, rest.status, rest.body.error.code]).toEqual([value, 404, 'not_found']);
          texts.add(rest.text);
          const trpc = await requestTrpc(operation, wrongIds, organization.token);
          expect([trpc.status, trpc.body.error.data.error]).toEqual([404, rest.body.error]);
        }
        expect(texts.size).toBe(1);
      },
    );
  },
);

/** Ids in the same organization of what is deleted; an activity goes with its client. */
async function furnishedAndDeleted({ db, token, client, user, activities }: TestOrganization): Promise<Ids> {
  const gone = await client({ domain: 'gone.example' });
  await activities('gone.example', [{}]);
  const list = await api.get(`/v1/clients/${gone.id}/activities`, { token });
  await deleteClient(db, gone.id);
  const goneUser = await user();
  await deleteUser(db, goneUser.id);
  return { clientId: gone.id, activityId: list.body.data[0].id, userId: goneUser.id };
}
