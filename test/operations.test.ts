import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deleteClient } from '../src/clients/queries.ts';
import { type Permission, permissions } from '../src/core/permissions.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import { operations, type Procedure, procedures } from '../src/http/operations.ts';
import { listTokens } from '../src/tokens/queries.ts';
import { deleteUser } from '../src/users/queries.ts';
import { type Answer, startApi, type TestOrganization } from './support/api.ts';
import { callTrpc, furnish, type Ids, idsOf, inputOf } from './support/furnished.ts';
import { requestExamples } from './support/request-examples.ts';
import { auditOf, generous } from './support/rules.ts';

const api = await startApi(generous);
const limited = await startApi({ limits: { organizationPerMinute: 1_000, endpointPerMinute: 2 } });

/** Ids in the same organization of what is deleted; an activity goes with its client. */
async function deletedOf(organization: TestOrganization): Promise<Ids> {
  const { db, client, user, activities } = organization;
  const gone = await client({ domain: 'gone.example' });
  const [activityId = expect.fail()] = await activities('gone.example', [{}]);
  await deleteClient(db, gone.id);
  const goneUser = await user();
  await deleteUser(db, goneUser.id);
  return { clientId: gone.id, activityId, userId: goneUser.id };
}

const shared = await furnish(api);
const foreign = await furnish(api);
const deleted = await deletedOf(shared.organization);
// Each procedure has its own bucket, so the tests of their limits share these.
const [busy, quiet] = [await furnish(api), await furnish(api)];

/** The ways to call a procedure: over REST, if it has a path, and over tRPC. Errors have one form. */
function callsOf(procedure: Procedure) {
  const rest = operations.find(({ name }) => name === procedure.name);
  const overTrpc = async (ids: Ids, token?: string, of = api) => {
    const { body, ...answer } = await callTrpc(of, procedure, inputOf(procedure, ids), token);
    return { ...answer, error: body.error?.data.error };
  };
  const overRest = async (ids: Ids, token?: string, of = api) => {
    const { method = '', path = '' } = rest ?? {};
    const url = path.replaceAll(/\{(\w+)\}/g, (_match, parameter: string) => ids[parameter] ?? 'missing');
    const { body, ...answer } = await of.call(method, url, { token, body: requestExamples[procedure.name] });
    return { ...answer, error: body.error };
  };
  return rest ? [overRest, overTrpc] : [overTrpc];
}

/** Asserts a success that shows nothing of another organization. */
function expectOwn({ status, text }: Pick<Answer, 'status' | 'text'>): void {
  expect([status, text]).toEqual([200, expect.stringContaining('"data":')]);
  const others = [foreign.mark, foreign.organization.id, ...Object.values(foreign.ids)];
  expect(others.filter((shown) => text.includes(shown))).toEqual([]);
}

test('the OpenAPI document contains no internal operation or permission', () => {
  const text = JSON.stringify(openApiDocument);
  const isPublic = new Set<string>(operations.flatMap(({ name, permission }) => [name, permission]));
  const internal = [...procedures.map(({ name }) => name), ...permissions].filter(
    (one) => !isPublic.has(one),
  );
  expect(internal.filter((one) => text.includes(one))).toEqual([]);
});

describe.each(procedures.map((procedure) => [procedure.name, procedure] as const))(
  '%s',
  (_name, procedure) => {
    const calls = callsOf(procedure);
    const isInternal = calls.length === 1;

    test('is refused without a valid token', async () => {
      for (const token of [undefined, `sk_live_${'0'.repeat(32)}`]) {
        const answers = await Promise.all(calls.map((call) => call(shared.ids, token)));
        for (const { status, error, headers } of answers) {
          expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
          expect(error).toEqual({ code: 'unauthorized', message: answers[0]?.error.message });
        }
      }
    });

    test('needs exactly the permission it declares, if it declares one, over REST and tRPC alike, and shows only its own organization', async () => {
      // Internal mutations change what they name.
      const isDestructive = isInternal && procedure.type === 'mutation';
      const { organization, ids } = isDestructive ? await furnish(api) : shared;
      const { permission } = procedure;
      const others = permissions.filter((other) => other !== permission);
      const without = await organization.userKey(others);
      if (permission !== 'none')
        for (const call of calls) {
          const { status, error } = await call(ids, without);
          expect([status, error.code, error.details]).toEqual([
            403,
            'forbidden',
            { requiredPermission: permission },
          ]);
        }
      // An endpoint also needs the permission to read its events.
      const more: Permission[] = procedure.name === 'webhooks.create' ? ['clients:read'] : [];
      const key = permission === 'none' ? without : await organization.userKey([permission, ...more]);
      for (const call of calls) expectOwn(await call(ids, key));
    });

    if (isInternal && procedure.type === 'query')
      test('shows an organization key its own, with its id and, if it may be left out, without', async () => {
        const { organization, ids, mark } = shared;
        const { id, token } = organization;
        const answer = await callTrpc(api, procedure, inputOf(procedure, ids), token);
        expectOwn(answer);
        // The rhythm counts the only activity.
        const own = [mark, id, ...Object.values(ids), '"email":1'];
        expect(own.filter((text) => answer.text.includes(text))).not.toEqual([]);
        if (idsOf(procedure).length === 0) return;
        const whole = await api.get(`/trpc/${procedure.name}`, { token });
        const isList = ['rules.list', 'today.get'].includes(procedure.name);
        expect([whole.status, whole.text.includes(mark)]).toEqual(isList ? [200, true] : [400, false]);
        expect(whole.text).not.toContain(foreign.mark);
      });

    // Activities are a record themselves, and a test of a connection changes nothing.
    const unrecorded = ['activities.create', 'connections.test', 'webhooks.test'];
    if (procedure.type === 'mutation' && !unrecorded.includes(procedure.name))
      test('is recorded with the token of its caller', async () => {
        const { organization, ids } = await furnish(api);
        const [own] = (await listTokens(organization.db, { limit: 100 })).filter(
          ({ userId }) => userId === null,
        );
        expectOwn((await calls[0]?.(ids, organization.token)) ?? expect.fail());
        expect(await auditOf(organization)).toContainEqual(
          expect.objectContaining({ operation: procedure.name, token: own?.id }),
        );
      });

    test('is limited per organization, by one bucket for REST and tRPC', async () => {
      const { token } = busy.organization;
      for (const call of [...calls, ...calls].slice(-2))
        expect((await call(busy.ids, token, limited)).status).not.toBe(429);
      for (const call of calls) {
        const { status, error, headers } = await call(busy.ids, token, limited);
        expect([status, error.code]).toEqual([429, 'rate_limited']);
        const { retry_after_seconds: seconds, ...details } = error.details;
        expect(details).toEqual({ policy: 'endpoint' });
        expect(headers['retry-after']).toBe(String(seconds));
        expect(seconds).toBeGreaterThan(0);
        expect(seconds).toBeLessThanOrEqual(60);
        expect((await call(quiet.ids, quiet.organization.token, limited)).status).not.toBe(429);
      }
    });

    const parameters = idsOf(procedure).filter(
      (field) =>
        shared.ids[field] !== undefined && !(procedure.name === 'tokens.create' && field === 'userId'),
    );

    test.each(parameters)(
      'answers foreign, deleted, unknown and malformed values of %s alike: 404',
      async (parameter) => {
        const wrong = [foreign.ids[parameter], deleted[parameter], randomUUID(), 'no-uuid', '%00', "'"];
        const errors = new Set<string>();
        for (const value of wrong)
          for (const call of calls) {
            const wrongIds = { ...shared.ids, [parameter]: value ?? '%20' };
            const { status, error } = await call(wrongIds, shared.organization.token);
            expect([value, status, error.code]).toEqual([value, 404, 'not_found']);
            errors.add(JSON.stringify(error));
          }
        expect(errors.size).toBe(1);
      },
    );
  },
);
