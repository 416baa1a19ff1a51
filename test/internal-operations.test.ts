import type { Rhythm } from '@clientele/client/internal';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appRouter, permissions } from '../src/api.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import { operations, type Procedure, procedures } from '../src/http/operations.ts';
import { startApi } from './support/api.ts';
import { callTrpc, furnish, idsOf, inputOf } from './support/furnished.ts';
import { generous } from './support/rules.ts';

const api = await startApi(generous);

const publicNames = new Set(operations.map(({ name }) => name));
const internal = procedures.filter(({ name }) => !publicNames.has(name));

const shared = await furnish(api);
const other = await furnish(api);

describe.each(internal.map((procedure) => [procedure.name, procedure] as const))('%s', (_name, procedure) => {
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
    const { name, type } = procedure;
    // Mutations change what they name.
    const { organization, ids, mark } = type === 'query' ? shared : await furnish(api);
    const answer = await callTrpc(api, procedure, inputOf(procedure, ids), organization.token);
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
      expect(whole.status).toBe(['rules.list', 'today.get'].includes(name) ? 200 : 400);
      expect(whole.text.includes(mark)).toBe(whole.status === 200);
      expect(whole.text).not.toContain(other.mark);
    }
  });
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
