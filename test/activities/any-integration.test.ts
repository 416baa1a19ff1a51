import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { assignBacklog } from '../../src/activities/record.ts';
import { activities } from '../../src/activities/table.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { recordUnassigned } from '../support/unassigned.ts';

const api = await startApi();
const { db } = api.database;
const domain = 'globex.example';
const integrations = ['gmail', 'slack', 'import'];

async function assign({ id }: TestOrganization): Promise<number> {
  let sum = 0;
  for (let done = await assignBacklog(db, id); done !== undefined; done = await assignBacklog(db, id))
    sum += done;
  return sum;
}

/** The clients of the activities by their source. */
const clientsOf = async ({ id }: TestOrganization) =>
  Object.fromEntries(
    (await db.select().from(activities).where(eq(activities.organizationId, id))).map((activity) => [
      activity.source,
      activity.clientId,
    ]),
  );

const recordAll = async ({ db: tenant }: TestOrganization, participants = [`pat@${domain}`]) => {
  for (const integration of integrations) await recordUnassigned(tenant, { participants, integration });
};

test('a rule for any integration assigns the activities of every integration', async () => {
  const organization = await api.organization();
  const { id } = await organization.client({ domain });
  await createRule(organization.db, { integration: 'any', domain });
  await recordAll(organization);
  expect(await clientsOf(organization)).toEqual({ gmail: id, slack: id, import: id });
});

test("a rule for the activity's own integration wins, whichever came first", async () => {
  for (const order of [
    ['any', 'gmail'],
    ['gmail', 'any'],
  ]) {
    const organization = await api.organization();
    const wired: Record<string, string> = {};
    for (const integration of order) {
      // A rule is wired to the oldest client of its domain, so the other one gets the domain later.
      const client = await organization.client({ domain: `${integration}.example` });
      await createRule(organization.db, { integration, domain: `${integration}.example` });
      wired[integration] = client.id;
    }
    const { any = '', gmail = '' } = wired;
    const both = ['pat@any.example', 'pat@gmail.example'];
    await recordAll(organization, both);
    // The first participant with a rule decides; both rules hold for gmail, the own one for nothing else.
    expect(await clientsOf(organization)).toEqual({ gmail: any, slack: any, import: any });

    const same = await api.organization();
    const first = await same.client({ domain });
    await createRule(same.db, { integration: order[0] ?? '', domain });
    await db.execute(`update clients set domain = 'former.example' where id = '${first.id}'`);
    const second = await same.client({ domain });
    await createRule(same.db, { integration: order[1] ?? '', domain });
    await recordAll(same);
    const [own, other] = order[0] === 'gmail' ? [first.id, second.id] : [second.id, first.id];
    expect(await clientsOf(same)).toEqual({ gmail: own, slack: other, import: other });
    expect(gmail).not.toBe(any);
  }
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

test('the worker assigns earlier activities within one organization, and the rule for their integration wins', async () => {
  const [organization, other] = [await api.organization(), await api.organization()];
  await recordAll(organization);
  await recordAll(other);
  const first = await organization.client({ domain });
  await createRule(organization.db, { integration: 'gmail', domain });
  await db.execute(`update clients set domain = 'former.example' where id = '${first.id}'`);
  const second = await organization.client({ domain });
  await createRule(organization.db, { integration: 'any', domain });
  expect(await assign(organization)).toBe(3);
  expect(await clientsOf(organization)).toEqual({ gmail: first.id, slack: second.id, import: second.id });
  expect(Object.values(await clientsOf(other))).toEqual([null, null, null]);
  expect(await assign(organization)).toBe(0);
});

test('a backlog of several batches and sources is assigned completely', async () => {
  const organization = await api.organization();
  const { db: tenant } = organization;
  await db.execute(`insert into activities (organization_id, id, type, source, source_id, subject, content, occurred_at, participants, immutable)
    select '${organization.id}', ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'email', 'source-' || n % 7, n, '', '', now(),
      array['pat@' || case when n % 3 = 0 then 'other' else 'globex' end || '.example'], true from generate_series(1, 900) n`);
  const { id } = await organization.client({ domain });
  await createRule(tenant, { integration: 'any', domain });
  expect(await assign(organization)).toBe(600);
  expect(await db.$count(activities, eq(activities.clientId, id))).toBe(600);
});
