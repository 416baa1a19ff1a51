import { expect, test } from 'vitest';
import { type CardKey, insights } from '../../src/insights/table.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { auditOf, generous } from '../support/rules.ts';

const api = await startApi(generous);
const names = ['Client Health', 'Wins & Traction', 'Frictions & Risks'];
const computing = { content: '', computedAt: null, status: 'computing' };
const get = (clientId: string, token: string) =>
  api.get(`/v1/clients/${clientId}/dashboards/default`, { token });

const card = (clientId: string, result: object, key: CardKey, position: number) => ({
  id: `${clientId}.default.${key}`,
  name: names[position],
  outputType: 'markdown',
  outputSubtype: 'checklist',
  outputStyle: 'concise',
  position,
  result,
});

/** Stores an insight, as the background process does. */
async function store({ db }: TestOrganization, clientId: string, key: CardKey, content: string) {
  const computedAt = '2026-11-20T20:35:34.909Z';
  await db.insert(insights, [{ clientId, card: key, content, computedAt }]);
  return { content, computedAt, status: 'ready' };
}

test('without any insight the three cards are computing and empty, whatever activities exist; reading records nothing', async () => {
  const organization = await api.organization();
  const { id } = await organization.client({ domain: 'globex.example' });
  await organization.activities('globex.example', [{}, {}]);
  const { status, body } = await get(id, organization.token);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      id: `${id}.default`,
      clientId: id,
      name: 'Default',
      isDefault: true,
      cards: [
        card(id, computing, 'client-health', 0),
        card(id, computing, 'wins-and-traction', 1),
        card(id, computing, 'frictions-and-risks', 2),
      ],
    },
    meta: {},
  });
  expect(await organization.db.select({ card: insights.card }, insights)).toEqual([]);
  expect(await auditOf(organization)).toEqual([]);
});

test('a computed card is ready, with its content and time', async () => {
  const organization = await api.organization();
  const { id } = await organization.client();
  const risks = await store(organization, id, 'frictions-and-risks', '- [ ] Ärger 😀');
  const health = await store(organization, id, 'client-health', '');
  const { body } = await get(id, organization.token);
  expect(body.data.cards).toEqual([
    card(id, health, 'client-health', 0),
    card(id, computing, 'wins-and-traction', 1),
    card(id, risks, 'frictions-and-risks', 2),
  ]);
});
