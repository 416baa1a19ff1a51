import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { clients } from '../../src/clients/table.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { assignAll, recordUnassigned } from '../support/unassigned.ts';

const api = await startApi();
const { db } = api.database;
const domain = 'globex.example';
const integrations = ['gmail', 'slack', 'import'];

const assign = ({ id }: TestOrganization) => assignAll(db, id);

/** The clients of the activities by their source. */
async function clientsOf({ id }: TestOrganization) {
  const rows = await db.select().from(activities).where(eq(activities.organizationId, id));
  return Object.fromEntries(rows.map(({ source, clientId }) => [source, clientId]));
}

/** Makes rules of these integrations for one domain. A rule is wired to the oldest client of its domain, so the first loses it. */
async function withClientEach({ db: tenant, client }: TestOrganization, first: string, second: string) {
  const { id: firstId } = await client({ domain });
  await createRule(tenant, { integration: first, domain });
  await db.update(clients).set({ domain: 'former.example' }).where(eq(clients.id, firstId));
  const { id: secondId } = await client({ domain });
  await createRule(tenant, { integration: second, domain });
  return { [first]: firstId, [second]: secondId };
}

const recordAll = async ({ db: tenant }: TestOrganization, participants = [`pat@${domain}`]) => {
  for (const integration of integrations) await recordUnassigned(tenant, { participants, integration });
};

test.each([
  ['any', 'gmail'],
  ['gmail', 'any'],
])("a rule for the activity's own integration wins (%s before %s)", async (first, second) => {
  const organization = await api.organization();
  const wired = await withClientEach(organization, first, second);
  await recordAll(organization);
  expect(await clientsOf(organization)).toEqual({ gmail: wired.gmail, slack: wired.any, import: wired.any });
});

test('the first participant with a rule for any or its own integration decides', async () => {
  const organization = await api.organization();
  const ids: string[] = [];
  for (const integration of ['any', 'gmail']) {
    ids.push((await organization.client({ domain: `${integration}.example` })).id);
    await createRule(organization.db, { integration, domain: `${integration}.example` });
  }
  await recordAll(organization, ['pat@any.example', 'pat@gmail.example']);
  expect(await clientsOf(organization)).toEqual({ gmail: ids[0], slack: ids[0], import: ids[0] });
});

test('while the rule for the integration is not wired to a client, the rule for any integration applies', async () => {
  const organization = await api.organization();
  await createRule(organization.db, { integration: 'gmail', domain });
  const { id } = await organization.client({ domain: 'former.example' });
  await createRule(organization.db, { integration: 'any', domain });
  await db.execute(
    `update assignment_rules set client_id = '${id}' where integration = 'any' and organization_id = '${organization.id}'`,
  );
  await recordAll(organization);
  expect(await clientsOf(organization)).toEqual({ gmail: id, slack: id, import: id });
});

test('the worker assigns earlier activities by both, and the rule for their integration wins', async () => {
  const organization = await api.organization();
  await recordAll(organization);
  const { gmail, any } = await withClientEach(organization, 'gmail', 'any');
  expect(await assign(organization)).toBe(3);
  expect(await clientsOf(organization)).toEqual({ gmail, slack: any, import: any });
  expect(await assign(organization)).toBe(0);
});
