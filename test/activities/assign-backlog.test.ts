import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recordActivities } from '../../src/activities/record.ts';
import { activities } from '../../src/activities/table.ts';
import { createRule, hasBacklogRules } from '../../src/clients/assignment-rules.ts';
import { createClient, deleteClient, updateClient } from '../../src/clients/queries.ts';
import type { TenantDb } from '../../src/core/db/tenant.ts';
import { insightJobs } from '../../src/insights/table.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { incoming } from '../support/incoming.ts';
import { generous } from '../support/rules.ts';
import { assignAll } from '../support/unassigned.ts';

const api = await startApi(generous);
const { db } = api.database;
let serial = 0;

/** Mail with ids in the order in which it is made. */
const mail = (...participants: string[]) =>
  incoming({ sourceId: `message-${String(++serial).padStart(5, '0')}`, participants });

const assign = ({ id }: TestOrganization) => assignAll(db, id);

async function clientsOf({ id }: TestOrganization) {
  const where = eq(activities.organizationId, id);
  const rows = await db.select().from(activities).where(where).orderBy(activities.sourceId);
  return rows.map(({ clientId }) => clientId);
}

const globex = { name: 'Globex', domain: 'globex.example' };
const rule = { integration: 'gmail', domain: 'globex.example' };

type Change = (tenant: TenantDb, clientId: string) => Promise<{ id: string } | undefined>;

test.each<[string, Change]>([
  ['existed', (tenant) => createClient(tenant, globex)],
  ['got its domain', (tenant, id) => updateClient(tenant, id, { domain: globex.domain })],
])(
  'activities recorded before their client %s are assigned to it, and its cards become due',
  async (_what, change) => {
    const organization = await api.organization();
    const { id: initechId } = await createClient(organization.db, {
      name: 'Initech',
      domain: 'initech.example',
    });
    await createRule(organization.db, rule);
    await recordActivities(organization.db, 'gmail', [mail('pat@globex.example'), mail('x@nowhere.example')]);
    expect(await assign(organization)).toBe(0);
    const changed = await change(organization.db, initechId);
    expect(await assign(organization)).toBe(1);
    expect(await clientsOf(organization)).toEqual([changed?.id, null]);
    const jobs = await db.select().from(insightJobs).where(eq(insightJobs.organizationId, organization.id));
    expect(jobs.map(({ clientId }) => clientId)).toEqual([changed?.id]);
    expect(await assign(organization)).toBe(0);
  },
);

test('only activities of the rule’s integration and organization are assigned', async () => {
  const [one, other] = [await api.organization(), await api.organization()];
  for (const { db: tenant } of [one, other])
    for (const integration of ['gmail', 'slack'])
      await recordActivities(tenant, integration, [mail('pat@globex.example')]);
  await createClient(one.db, globex);
  await createRule(one.db, rule);
  expect(await assign(one)).toBe(1);
  expect(await clientsOf(one)).toEqual([expect.any(String), null]);
  expect(await clientsOf(other)).toEqual([null, null]);
});

test('assigned activities stay with their client when another rule is wired later', async () => {
  const organization = await api.organization();
  const { id } = await createClient(organization.db, globex);
  await createRule(organization.db, rule);
  await recordActivities(organization.db, 'gmail', [mail('a@initech.example', 'b@globex.example')]);
  await createClient(organization.db, { name: 'Initech', domain: 'initech.example' });
  await createRule(organization.db, { integration: 'gmail', domain: 'initech.example' });
  expect(await assign(organization)).toBe(0);
  expect(await clientsOf(organization)).toEqual([id]);
});

test('a backlog of any length and several integrations is assigned in batches, and several workers assign each activity once', async () => {
  const organization = await api.organization();
  const mails = Array.from({ length: 1_100 }, (_, index) => mail(`p@${index % 2 ? 'globex' : 'x'}.example`));
  for (let from = 0; from < mails.length; from += 550)
    await recordActivities(organization.db, `mail-${from}`, mails.slice(from, from + 550));
  await createClient(organization.db, globex);
  await createRule(organization.db, { ...rule, integration: 'any' });
  const sums = await Promise.all([assign(organization), assign(organization), assign(organization)]);
  expect(sums.reduce((sum, each) => sum + each)).toBe(550);
  // A worker that found the rule taken went away; whoever had it has finished it.
  expect(await hasBacklogRules(db, organization.id)).toBe(false);
});

test('an unwired rule has no backlog', async () => {
  const organization = await api.organization();
  await recordActivities(organization.db, 'gmail', [mail('pat@globex.example')]);
  const { id } = await createClient(organization.db, globex);
  await createRule(organization.db, rule);
  await deleteClient(organization.db, id);
  expect(await hasBacklogRules(db, organization.id)).toBe(false);
  expect(await assign(organization)).toBe(0);
});

test('simultaneous batches for the same clients all succeed', async () => {
  const organization = await api.organization();
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const name of names) {
    await createClient(organization.db, { name, domain: `${name}.example` });
    await createRule(organization.db, { integration: 'gmail', domain: `${name}.example` });
  }
  const addresses = names.map((name) => `pat@${name}.example`);
  for (let round = 0; round < 3; round++) {
    const batches = Array.from({ length: 6 }, (_, index) =>
      (index % 2 ? addresses : addresses.toReversed()).map((address) => mail(address)),
    );
    await Promise.all(batches.map((batch) => recordActivities(organization.db, 'gmail', batch)));
  }
  const jobs = await db.select().from(insightJobs).where(eq(insightJobs.organizationId, organization.id));
  expect(jobs.map(({ revision }) => revision)).toEqual(Array(6).fill(18));
});
