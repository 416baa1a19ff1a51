import { expect, test } from 'vitest';
import { recordActivities } from '../../src/activities/record.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { incoming } from '../support/incoming.ts';
import { callerOf, resultOf } from '../support/trpc.ts';

const api = await startApi();
const domain = 'globex.example';
const pat = `pat@${domain}`;
const ann = 'ann@northwind.example';

async function recordNamed(
  { db }: TestOrganization,
  named: { day: number; participants: string[]; participantNames?: string[] }[],
) {
  await createRule(db, { integration: 'gmail', domain });
  const activities = named.map(({ day, ...people }) =>
    incoming({ occurredAt: new Date(Date.UTC(2026, 0, day)).toISOString(), ...people }),
  );
  await recordActivities(db, 'gmail', activities);
}

async function peopleOf(organization: TestOrganization, clientId: string) {
  const caller = callerOf(api, organization.token);
  return resultOf(await caller.query('activities.people', { clientId })).data;
}

test('each participant with a name is listed once with the newest one, the latest participant first', async () => {
  const organization = await api.organization();
  const client = await organization.client({ domain });
  await recordNamed(organization, [
    { day: 1, participants: [pat, ann], participantNames: ['Patricia Doe', 'Ann Roe'] },
    { day: 2, participants: [ann, pat], participantNames: ['', 'Pat Doe'] },
    { day: 3, participants: [`lou@${domain}`, pat] },
  ]);
  expect(await peopleOf(organization, client.id)).toEqual([
    { address: pat, name: 'Pat Doe' },
    { address: ann, name: 'Ann Roe' },
  ]);
});

test('participants of other clients and organizations are not listed, and participants stay addresses', async () => {
  const organization = await api.organization();
  const other = await api.organization();
  const client = await organization.client({ domain });
  const neighbour = await organization.client({ domain: 'initech.example' });
  await other.client({ domain });
  await recordNamed(organization, [{ day: 1, participants: [pat], participantNames: ['Pat Doe'] }]);
  await recordNamed(other, [{ day: 1, participants: [`eve@${domain}`], participantNames: ['Eve Poe'] }]);
  expect(await peopleOf(organization, client.id)).toEqual([{ address: pat, name: 'Pat Doe' }]);
  expect(await peopleOf(organization, neighbour.id)).toEqual([]);
  const { body } = await api.get(`/v1/clients/${client.id}/activities`, { token: organization.token });
  expect(body.data[0].participants).toEqual([pat]);
  expect(body.data[0]).not.toHaveProperty('participantNames');
});

const named = { day: 2, participants: [pat], participantNames: ['Pat Doe'] };
const older = { day: 1, participants: [`eve@${domain}`], participantNames: ['Eve Poe'] };
const crowd = Array.from({ length: 201 }, (_, index) => `p${index}@${domain}`);

test.each([
  ['of the newest 500 activities', [...Array<typeof named>(500).fill(named), older], 1],
  ['200 at most', [{ day: 1, participants: crowd, participantNames: crowd }], 200],
])('the people listed are those %s', async (_what, activities, count) => {
  const organization = await api.organization();
  const { id } = await organization.client({ domain });
  await recordNamed(organization, activities);
  expect(await peopleOf(organization, id)).toHaveLength(count);
});
