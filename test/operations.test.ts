import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { activities } from '../src/activities/table.ts';
import { permissions } from '../src/api.ts';
import { deleteClient } from '../src/clients/queries.ts';
import { requestExamples } from '../src/http/openapi-examples.ts';
import { type MountedOperation, operations } from '../src/http/operations.ts';
import { deleteUser } from '../src/users/queries.ts';
import { startApi, type TestOrganization } from './support/api.ts';

const api = await startApi({ limits: { organizationPerMinute: 10_000, endpointPerMinute: 10_000 } });
const limits = { organizationPerMinute: 1_000, endpointPerMinute: 2 };
const limited = await startApi({ limits });

type Ids = Record<string, string>;

/** An organization with one of everything, and the ids that name it. */
async function furnished(): Promise<{ organization: TestOrganization; ids: Ids }> {
  const organization = await api.organization();
  const client = await organization.client({ domain: 'globex.example' });
  await organization.activities('globex.example', [{}]);
  const user = await organization.user();
  return {
    organization,
    ids: { clientId: client.id, activityId: await activityOf(client.id), userId: user.id },
  };
}

async function activityOf(clientId: string): Promise<string> {
  const { db } = api.database;
  const rows = await db
    .select({ id: activities.id })
    .from(activities)
    .where(eq(activities.clientId, clientId));
  return rows[0]?.id ?? expect.fail('The client has no activity.');
}

/** Ids in the same organization of what is deleted; an activity goes with its client. */
async function deletedOf({ db, client, user, activities }: TestOrganization): Promise<Ids> {
  const gone = await client({ domain: 'gone.example' });
  await activities('gone.example', [{}]);
  const activityId = await activityOf(gone.id);
  await deleteClient(db, gone.id);
  const goneUser = await user();
  await deleteUser(db, goneUser.id);
  return { clientId: gone.id, activityId, userId: goneUser.id };
}

// None of the public operations deletes anything, so the tests of all operations share these.
const { organization, ids } = await furnished();
const foreign = await furnished();
const deleted = await deletedOf(organization);
// Each operation has its own bucket, so the tests of their limits share these.
const [busy, other] = [await furnished(), await furnished()];

function request({ method, path, name }: MountedOperation, ids: Ids, token?: string, of = api) {
  const url = path.replaceAll(/\{(\w+)\}/g, (_match, parameter: string) => ids[parameter] ?? 'missing');
  return of.call(method, url, { token, body: requestExamples[name] });
}

/** The same call over tRPC. */
function requestTrpc({ method, name }: MountedOperation, ids: Ids, token?: string, of = api) {
  const input = { ...(requestExamples[name] ?? {}), ...ids };
  const isQuery = method === 'GET';
  const query = isQuery ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  return of.call(isQuery ? 'GET' : 'POST', `/trpc/${name}${query}`, {
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
      expect((await request(operation, ids, organization.token)).status).toBe(200);
      expect((await requestTrpc(operation, ids, organization.token)).status).toBe(200);
    });

    test('is refused without a valid token', async () => {
      for (const token of [undefined, `sk_live_${'0'.repeat(32)}`]) {
        const rest = await request(operation, ids, token);
        expect([rest.status, rest.body.error.code]).toEqual([401, 'unauthorized']);
        expect(rest.headers['www-authenticate']).toBe('Bearer');
        const trpc = await requestTrpc(operation, ids, token);
        expect([trpc.status, trpc.body.error.data.error]).toEqual([401, rest.body.error]);
      }
    });

    test('needs exactly the permission it declares, if it declares one', async () => {
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
      const { token } = busy.organization;
      for (const call of [requestTrpc, request])
        expect((await call(operation, busy.ids, token, limited)).status).toBe(200);
      const refused = await request(operation, busy.ids, token, limited);
      expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
      const { retry_after_seconds: seconds, ...details } = refused.body.error.details;
      expect(details).toEqual({ policy: 'endpoint' });
      expect(refused.headers['retry-after']).toBe(String(seconds));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      const trpc = await requestTrpc(operation, busy.ids, token, limited);
      expect([trpc.status, trpc.body.error.data.error.code]).toEqual([429, 'rate_limited']);
      expect((await request(operation, other.ids, other.organization.token, limited)).status).toBe(200);
    });

    const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);

    test.each(parameters)(
      'answers foreign, deleted, unknown and malformed values of %s alike: 404',
      async (parameter) => {
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
