import { activities, erasedActivities } from '../../src/activities/table.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { assignOwner, deleteClient } from '../../src/clients/queries.ts';
import { connectionCalendars, connectionMeetings } from '../../src/connections/calendar/table.ts';
import { connectionDomains, connectionMailboxes, connections } from '../../src/connections/table.ts';
import { newId } from '../../src/core/db/id.ts';
import { usageOf } from '../../src/insights/language-model/usage.ts';
import { snoozes } from '../../src/insights/table.ts';
import { updateOrganization } from '../../src/organization/queries.ts';
import { deleteUser } from '../../src/users/queries.ts';
import { webhookDeliveries, webhookEndpoints } from '../../src/webhooks/table.ts';
import type { TestApi, TestOrganization } from './api.ts';

const hash = 'ab'.repeat(32);
const at = '2026-01-02T03:04:05.006Z';

/** Makes an organization with rows in every table, besides what `insights run` computes. */
export async function fullOrganization(api: TestApi): Promise<TestOrganization> {
  const organization = await api.organization();
  const { db, token } = organization;
  await updateOrganization(db, { usesLanguageModel: true });
  await usageOf(db).add(1);
  const ann = await organization.user({ imageUrl: 'https://a.example/ann.png' });
  await deleteUser(db, (await organization.user()).id);
  const globex = await organization.client({ name: 'Globex "é" 😀', domain: 'globex.example' });
  await assignOwner(db, globex.id, ann.id);
  const gone = await organization.client({ name: 'Gone', domain: 'gone.example' });
  const contents = [
    'Thank you, this saved us a week!',
    'The export is broken again, which is a problem.\n\tSecond line.',
  ];
  await organization.activities(
    'globex.example',
    contents.map((content) => ({ content, participantNames: ['Pat Doe', ''] })),
  );
  await organization.activities('gone.example', [{ content: 'Goodbye' }]);
  await db.insert(snoozes, [{ clientId: globex.id, activityId: newId(), until: at, unanswered: 1 }]);
  await deleteClient(db, gone.id);
  await createRule(db, { integration: 'gmail', domain: 'nobody.example' });
  const fields = { subject: 'Hi', content: 'Hi', occurredAt: at, immutable: true };
  const unassigned = { id: newId(), type: 'email', source: 'gmail', sourceId: 'u1', ...fields } as const;
  await db.insert(activities, [{ ...unassigned, participants: ['x@unknown.example'] }]);
  await api.put(`/v1/clients/${globex.id}`, { token, body: { name: 'Globex Ltd' } });
  await db.insert(erasedActivities, [{ source: 'gmail', sourceHash: hash, occurredAt: at }]);
  const headers = { 'idempotency-key': `"${newId()}"` };
  await api.post('/v1/clients', { token, headers, body: { name: 'Initech' } });
  await connect(organization);
  await follow(organization, globex.id);
  return organization;
}

/** A paused endpoint with a delivery. */
async function follow({ db }: TestOrganization, clientId: string): Promise<void> {
  const id = newId();
  const url = 'https://hooks.example.com/clientele';
  await db.insert(webhookEndpoints, [
    { id, url, events: ['client.updated'], state: 'paused', secret: 'sealed' },
  ]);
  await db.insert(webhookDeliveries, [{ id: newId(), endpointId: id, event: 'client.updated', clientId }]);
}

/** A mailbox and a calendar with progress, neither of which a worker will try. */
async function connect({ db }: TestOrganization): Promise<void> {
  const [imap, calendar] = [newId(), newId()];
  const settings = {
    ...{ host: 'imap.example.com', port: 993, tls: 'implicit', user: 'ann@test.example', mailboxes: null },
    ...{ since: '2026-01-01T00:00:00Z', ca: null },
  };
  const state = 'paused' as const;
  const both = [
    { id: imap, type: 'imap', integration: 'gmail', settings, secret: 'v1.secret-of-mailbox', state },
    { id: calendar, type: 'calendar', integration: 'calendar', settings: { host: 'a.example' }, state },
  ] as const;
  await db.insert(connections, [...both]);
  const ofMailbox = { connectionId: imap, mailbox: 'INBOX' };
  const progress = { ...ofMailbox, uidValidity: '7', nextUid: 12, backfillBefore: 1 };
  await db.insert(connectionMailboxes, [progress]);
  const counted = { ...ofMailbox, domain: 'counted.example', messages: 3, latestAt: at };
  await db.insert(connectionDomains, [counted]);
  const file = { connectionId: calendar, fileHash: hash, readAt: at, intervalSeconds: 900 };
  await db.insert(connectionCalendars, [file]);
  const event = { sourceId: 'm1', uid: 'm1', fingerprint: hash, takesPlace: true, occurredAt: at };
  const meeting = { connectionId: calendar, ...event };
  await db.insert(connectionMeetings, [meeting]);
}
