import type { Rhythm } from '@clientele/client/internal';
import { describe, expect, test } from 'vitest';
import { permissions } from '../src/api.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import { operations, procedures } from '../src/http/operations.ts';
import { startApi } from './support/api.ts';
import { callTrpc, furnish, idsOf, inputOf } from './support/furnished.ts';
import { generous } from './support/rules.ts';

const api = await startApi(generous);

const publicNames = new Set(operations.map(({ name }) => name));
const internal = procedures.filter(({ name }) => !publicNames.has(name));

const shared = await furnish(api);
const other = await furnish(api);

describe.each(internal.map((procedure) => [procedure.name, procedure] as const))('%s', (_name, procedure) => {
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

test('the OpenAPI document contains no internal operation or permission', () => {
  const text = JSON.stringify(openApiDocument);
  for (const { name } of internal) expect(text).not.toContain(name);
  const publicPermissions = new Set<string>(operations.map(({ permission }) => permission));
  for (const permission of permissions.filter((one) => !publicPermissions.has(one)))
    expect(text).not.toContain(permission);
});
