import { randomUUID } from 'node:crypto';
import type { Rhythm } from '@clientele/client';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appRouter, permissions } from '../src/api.ts';
import { createRule } from '../src/clients/assignment-rules.ts';
import { deleteClient } from '../src/clients/queries.ts';
import { createConnection } from '../src/connections/queries.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import { operations, type Procedure, procedures } from '../src/http/operations.ts';
import { createToken } from '../src/tokens/queries.ts';
import { startApi, type TestOrganization } from './support/api.ts';
import { connectionServices } from './support/connections.ts';
import { recordUnassigned } from './support/unassigned.ts';

const api = await startApi({ limits: { organizationPerMinute: 10_000, endpointPerMinute: 10_000 } });
const limits = { organizationPerMinute: 1_000, endpointPerMinute: 1 };
const limited = await startApi({ limits });

const publicNames = new Set(operations.map(({ name }) => name));
const internal = procedures.filter(({ name }) => !publicNames.has(name));

type Ids = Record<string, string>;
type Furnished = { organization: TestOrganization; ids: Ids; mark: string };

/** The inputs besides ids, which are filled in by name. */
const inputs: Record<string, () => object> = {
  'tokens.create': () => ({ name: 'Console' }),
  'tokens.rotate': () => ({ overlapHours: 1 }),
  'rules.create': () => ({ integration: 'gmail', domain: `${randomUUID()}.example` }),
};

/** Marks every text that the organization holds, so that another organization's answer would show it. */
async function furnished(): Promise<Furnished> {
  const organization = await api.organization();
  const { db } = organization;
  const mark = `mark${randomUUID().replaceAll('-', '')}`;
  const domain = `${mark}.example`;
  const client = await organization.client({ name: mark, domain });
  const user = await organization.user({ email: `ann@${mark}-home.example` });
  await organization.activities(domain, [
    { subject: mark, participantNames: [mark, ''], occurredAt: new Date().toISOString() },
  ]);
  await recordUnassigned(db, { participants: [`pat@unknown-${domain}`], subject: mark });
  const rule = await createRule(db, { integration: 'zoom', domain });
  const settings = { host: `imap.${domain}`, user: `ann@${domain}` };
  const connection = {
    type: 'imap',
    integration: 'gmail',
    settings,
    keep: 'clients',
    allowPrivate: false,
  } as const;
  await createConnection(db, connection, 'swordfish', connectionServices(api.database).secrets);
  const token = await createToken(db, { userId: user.id, permissions: [], name: mark, expiresAt: null });
  const renamed = await api.put(`/v1/clients/${client.id}`, {
    token: organization.token,
    body: { name: `${mark} Inc` },
  });
  expect(renamed.status).toBe(200);
  return {
    organization,
    mark,
    ids: { clientId: client.id, userId: user.id, ruleId: rule.id, tokenId: token.id },
  };
}

const shared = await furnished();
const other = await furnished();
// Each procedure has its own bucket, so the tests of their limits share these.
const [busy, quiet] = [await furnished(), await furnished()];

/** An organization that the procedure may change. Queries share one. */
const ownOf = ({ type }: Procedure): Promise<Furnished> | Furnished =>
  type === 'query' ? shared : furnished();

/** The ids among the fields of an input. */
const idsOf = ({ fields }: Procedure) => Object.keys(fields).filter((field) => /.Id$/.test(field));

const inputOf = (procedure: Procedure, ids: Ids) => ({
  ...inputs[procedure.name]?.(),
  ...Object.fromEntries(idsOf(procedure).map((field) => [field, ids[field]])),
});

function call({ name, type }: Procedure, input: object, token?: string, of = api) {
  if (type === 'mutation') return of.post(`/trpc/${name}`, { token, body: input });
  return of.get(`/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, { token });
}

test('some procedures are internal', () => {
  expect(internal.length).toBeGreaterThanOrEqual(12);
});

describe.each(internal.map((procedure) => [procedure.name, procedure] as const))('%s', (_name, procedure) => {
  test('is refused without a valid token', async () => {
    for (const token of [undefined, `sk_live_${'0'.repeat(32)}`]) {
      const answer = await call(procedure, inputOf(procedure, shared.ids), token);
      expect([answer.status, answer.body.error.data.error.code]).toEqual([401, 'unauthorized']);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });

  test('needs exactly the permission it declares, if it declares one', async () => {
    const { organization, ids } = await ownOf(procedure);
    const { permission } = procedure;
    const input = inputOf(procedure, ids);
    const others = permissions.filter((other) => other !== permission);
    const refused = await call(procedure, input, await organization.userKey(others));
    if (permission === 'none') {
      expect(refused.status).toBe(200);
      return;
    }
    expect(refused.status).toBe(403);
    expect(refused.body.error.data.error).toMatchObject({
      code: 'forbidden',
      details: { requiredPermission: permission },
    });
    const granted = await call(procedure, input, await organization.userKey([permission]));
    expect([granted.status, granted.text]).toEqual([200, expect.anything()]);
  });

  test('is limited per organization, by a bucket of its own', async () => {
    const { token } = busy.organization;
    const input = inputOf(procedure, busy.ids);
    expect((await call(procedure, input, token, limited)).status).not.toBe(429);
    const refused = await call(procedure, input, token, limited);
    expect([refused.status, refused.body.error.data.error.code]).toEqual([429, 'rate_limited']);
    expect(refused.body.error.data.error.details.policy).toBe('endpoint');
    const elsewhere = await call(procedure, inputOf(procedure, quiet.ids), quiet.organization.token, limited);
    expect(elsewhere.status).not.toBe(429);
  });

  test('has no REST path', async () => {
    const { organization, ids } = shared;
    const { name } = procedure;
    const [module = '', action = ''] = name.split('.');
    const restPaths = operations.map(({ path }) => path);
    const words = [module, `${module}/${action}`, name];
    const paths = words.flatMap((word) => [
      `/${word}`,
      `/v1/${word}`,
      ...idsOf(procedure).map((id) => `/v1/${word}/${ids[id]}`),
    ]);
    for (const path of paths.filter((path) => !isPublic(path, restPaths)))
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const body = method === 'GET' ? undefined : inputOf(procedure, ids);
        const answer = await api.call(method, path, { token: organization.token, body });
        expect([method, path, answer.status]).toEqual([method, path, 404]);
      }
  });

  test('accepts only its own HTTP method', async () => {
    const { organization, ids } = shared;
    const wrong = procedure.type === 'query' ? 'POST' : 'GET';
    const body = wrong === 'POST' ? inputOf(procedure, ids) : undefined;
    const answer = await api.call(wrong, `/trpc/${procedure.name}`, { token: organization.token, body });
    expect(answer.status).toBe(405);
  });

  test('answers an organization key with 200, and shows nothing of another organization', async () => {
    const { organization, ids, mark } = await ownOf(procedure);
    const { name, type } = procedure;
    const answer = await call(procedure, inputOf(procedure, ids), organization.token);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"data":')]);
    if (name === 'activities.rhythm') {
      const { weeks }: Rhythm = answer.body.result.data.data;
      const counts = weeks.flatMap(({ activities }) => Object.values(activities));
      expect(counts.filter((count) => count > 0)).toEqual([1]);
    } else if (type === 'query') {
      const own = [mark, organization.id, ...Object.values(ids)];
      expect(own.filter((text) => answer.text.includes(text))).not.toEqual([]);
    }
    expect(answer.text).not.toContain(other.mark);
    for (const id of [...Object.values(other.ids), other.organization.id])
      expect(answer.text).not.toContain(id);
    // Without its id, a query shows a whole list, or is refused if it needs one.
    if (type === 'query' && idsOf(procedure).length > 0) {
      const whole = await api.get(`/trpc/${name}`, { token: organization.token });
      expect(whole.status).toBe(name.startsWith('activities.') ? 400 : 200);
      expect(whole.text.includes(mark)).toBe(whole.status === 200);
      expect(whole.text).not.toContain(other.mark);
    }
  });

  const idFields = idsOf(procedure).filter(
    (field) => procedure.name !== 'tokens.create' || field !== 'userId',
  );

  test.each(idFields)(
    'answers foreign, deleted, unknown and malformed values of %s alike: 404',
    async (field) => {
      const { organization, ids } = shared;
      const client = await organization.client({ name: 'Gone' });
      await deleteClient(organization.db, client.id);
      const deleted = field === 'clientId' ? [client.id] : [];
      const wrong = [other.ids[field], ...deleted, randomUUID(), 'no-uuid', '', "' or 1=1", `${ids[field]} `];
      const answers = [];
      for (const value of wrong) {
        const input = { ...inputOf(procedure, ids), [field]: value };
        answers.push(await call(procedure, input, organization.token));
      }
      expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 404));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    },
  );
});

function isPublic(path: string, restPaths: string[]): boolean {
  return restPaths.some((rest) => new RegExp(`^${rest.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path));
}

test('the OpenAPI document contains no internal operation, permission or schema', () => {
  const text = JSON.stringify(openApiDocument);
  for (const { name } of internal) expect(text).not.toContain(name);
  const publicPermissions = new Set<string>(operations.map(({ permission }) => permission));
  for (const permission of permissions.filter((one) => !publicPermissions.has(one)))
    expect(text).not.toContain(permission);
  const publicSchemas = schemasOf(operations);
  const schemas = schemasOf(internal).filter((schema) => !publicSchemas.includes(schema));
  expect(schemas).toEqual(expect.arrayContaining(['Rhythm', 'Session', 'Token', 'UnassignedDomain']));
  for (const schema of schemas) expect(text).not.toContain(`"${schema}"`);
});

/** The names of the schemas that the outputs of procedures refer to. */
function schemasOf(some: readonly Procedure[]): string[] {
  // tRPC keeps the output out of the type of a procedure, and types this record as nested.
  const definitions = appRouter._def.procedures as unknown as Record<string, { _def: { output: z.ZodType } }>;
  const documents = some.map(({ name }) => {
    const output = definitions[name]?._def.output ?? expect.fail(`${name} declares no output.`);
    return z.toJSONSchema(output, { unrepresentable: 'any' });
  });
  return [...new Set(documents.flatMap(({ $defs = {} }) => Object.keys($defs)))];
}
