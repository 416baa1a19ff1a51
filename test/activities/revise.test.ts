import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ImportedActivity } from '../../src/activities/import/imported-activity.ts';
import { recordActivities } from '../../src/activities/record.ts';
import { cancelActivities, reviseActivities } from '../../src/activities/revise.ts';
import { activities } from '../../src/activities/table.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { insightJobs } from '../../src/insights/table.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { incoming } from '../support/incoming.ts';
import { generous } from '../support/rules.ts';

const api = await startApi(generous);

const meeting = (fields: Partial<ImportedActivity> = {}) =>
  incoming({
    ...{ sourceId: 'meeting-1', type: 'meeting', subject: 'Kickoff', content: 'Location: Room 1' },
    occurredAt: '2026-12-01T09:00:00.000Z',
    ...fields,
  });

function stored({ id }: TestOrganization) {
  const where = eq(activities.organizationId, id);
  return api.database.db.select().from(activities).where(where).orderBy(asc(activities.sourceId));
}

const revisions = async ({ id }: TestOrganization) => {
  const jobs = await api.database.db.select().from(insightJobs).where(eq(insightJobs.organizationId, id));
  return new Map(jobs.map((job) => [job.clientId, job.revision]));
};

/** An organization with two clients, each wired to its domain, and a recorded meeting of the first. */
async function withMeeting() {
  const organization = await api.organization();
  const { db } = organization;
  const globex = await organization.client({ name: 'Globex', domain: 'globex.example' });
  const initech = await organization.client({ name: 'Initech', domain: 'initech.example' });
  for (const domain of ['globex.example', 'initech.example'])
    await createRule(db, { integration: 'calendar', domain });
  await recordActivities(db, 'calendar', [meeting()]);
  return { organization, db, globex, initech };
}

test('a meeting that moved moves, keeps its id and client, and makes the cards of its client due', async () => {
  const { organization, db, globex } = await withMeeting();
  const [before] = await stored(organization);
  const revision = (await revisions(organization)).get(globex.id) ?? 0;
  const moved = {
    subject: 'Kickoff (moved) "quoted" \u{1f600}',
    content: 'Location: Room 2',
    occurredAt: '2026-12-02T10:30:00.000Z',
    participants: ['pat@globex.example', 'ann@acme.example', '"quoted, {odd}" name'],
    participantNames: ['Pat "P." Doe', '', 'Odd'],
  };
  expect(await reviseActivities(db, 'calendar', [meeting(moved)])).toBe(1);
  expect(await stored(organization)).toEqual([{ ...before, ...moved, updatedAt: expect.any(String) }]);
  expect((await revisions(organization)).get(globex.id)).toBe(revision + 1);
});

test('a meeting that says the same stays untouched, and so does one of another integration or organization', async () => {
  const { organization, db } = await withMeeting();
  const other = await withMeeting();
  const before = [await stored(organization), await stored(other.organization)];
  expect(await reviseActivities(db, 'calendar', [meeting()])).toBe(0);
  expect(await reviseActivities(db, 'outlook', [meeting({ subject: 'Moved' })])).toBe(0);
  expect(await reviseActivities(db, 'calendar', [meeting({ sourceId: 'meeting-2' })])).toBe(0);
  expect(await reviseActivities(db, 'calendar', [])).toBe(0);
  await reviseActivities(other.db, 'calendar', [meeting({ subject: 'Moved' })]);
  expect(await stored(organization)).toEqual(before[0]);
});

test('a meeting goes to another client when its participants do, and stays when nobody of a client is left', async () => {
  const { organization, db, globex, initech } = await withMeeting();
  const before = await revisions(organization);
  await reviseActivities(db, 'calendar', [meeting({ participants: ['sam@initech.example'] })]);
  expect((await stored(organization)).map(({ clientId }) => clientId)).toEqual([initech.id]);
  const after = await revisions(organization);
  expect(after.get(globex.id)).toBe((before.get(globex.id) ?? 0) + 1);
  expect(after.has(initech.id)).toBe(true);
  await reviseActivities(db, 'calendar', [meeting({ participants: [] })]);
  expect((await stored(organization)).map(({ clientId }) => clientId)).toEqual([initech.id]);
});

test('a cancelled meeting is archived once, makes the cards due, and comes back when it takes place after all', async () => {
  const { organization, db, globex } = await withMeeting();
  const revision = (await revisions(organization)).get(globex.id) ?? 0;
  expect(await cancelActivities(db, 'outlook', ['meeting-1'])).toBe(0);
  expect(await cancelActivities(db, 'calendar', ['meeting-1', 'meeting-2'])).toBe(1);
  const [archived] = await stored(organization);
  expect(archived?.archivedAt).toBe(archived?.updatedAt);
  expect((await revisions(organization)).get(globex.id)).toBe(revision + 1);
  expect(await cancelActivities(db, 'calendar', ['meeting-1'])).toBe(0);
  expect(await stored(organization)).toEqual([archived]);
  expect(await reviseActivities(db, 'calendar', [meeting()])).toBe(1);
  expect((await stored(organization)).map(({ archivedAt }) => archivedAt)).toEqual([null]);
});

test('mail whose id a calendar repeats is neither revised nor archived', async () => {
  const { organization, db } = await withMeeting();
  const mail = meeting({ sourceId: 'mail-1', type: 'email', subject: 'Contract' });
  await recordActivities(db, 'calendar', [mail]);
  const before = await stored(organization);
  const forged = meeting({ sourceId: 'mail-1', subject: 'Forged' });
  expect(await reviseActivities(db, 'calendar', [forged])).toBe(0);
  expect(await cancelActivities(db, 'calendar', ['mail-1'])).toBe(0);
  expect(await stored(organization)).toEqual(before);
});
