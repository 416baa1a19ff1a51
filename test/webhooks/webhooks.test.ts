import { eq, isNull } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { deleteClient, updateClient } from '../../src/clients/queries.ts';
import { connections } from '../../src/connections/table.ts';
import { insightSummaries } from '../../src/insights/table.ts';
import { updateOrganization } from '../../src/organization/queries.ts';
import { updateUser } from '../../src/users/queries.ts';
import { rotateSecret } from '../../src/webhooks/operations.ts';
import { resendDelivery, turnEndpoint } from '../../src/webhooks/queries.ts';
import { webhookMessages } from '../../src/webhooks/schemas.ts';
import { summarizeWebhooks } from '../../src/webhooks/summary.ts';
import {
  type WebhookEvent,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from '../../src/webhooks/table.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { newConnection } from '../support/connections.ts';
import { type Answer, answering, startDelivering, startReceiver } from '../support/receiver.ts';
import { generous } from '../support/rules.ts';
import { eventTimeoutMs } from '../support/timeouts.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi(generous);
startDelivering(api);

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** An organization and a receiver of its events. */
async function furnished(answer?: Answer, events: WebhookEvent[] = ['client.created']) {
  const organization = await api.organization();
  const receiver = await startReceiver(organization, events, answer);
  return { organization, db: organization.db, receiver };
}

/** All that the outbox holds of an organization, including events that were not distributed yet. */
const outboxOf = ({ db }: TestOrganization) => db.select({ id: webhookDeliveries.id }, webhookDeliveries);

/** Waits until `read` gives something that is true, and returns that. */
const until = <T>(read: () => Promise<T>) => vi.waitUntil(read, { timeout: eventTimeoutMs });

const ended = ({ deliveries }: Receiver) =>
  until(async () => (await deliveries()).every(({ state }) => state !== 'pending'));

/** Waits until an endpoint has failed, and returns the reason. */
const failureOf = ({ stored }: Receiver) => until(async () => (await stored())?.failure);

const isPaused = async ({ stored }: Receiver) => (await stored())?.state === 'paused';

const past = new Date(0).toISOString();
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/** Ends the pauses after failures. */
async function tryNow({ db }: TestOrganization): Promise<void> {
  await db.update(webhookDeliveries, { nextTryAt: past });
  await db.update(webhookEndpoints, { nextTryAt: past });
}

/** Creates clients of these names, whose events an endpoint gets in one turn. */
async function createTogether(organization: TestOrganization, { deliveries }: Receiver, names: string[]) {
  await organization.db.update(webhookEndpoints, { nextTryAt: tomorrow() });
  await Promise.all(names.map((name) => organization.client({ name })));
  await until(async () => (await deliveries()).length === names.length);
  await tryNow(organization);
}

const leaseOf = async ({ db }: TestOrganization) =>
  (await db.select({ lease: webhookEndpoints.lease }, webhookEndpoints))[0]?.lease;

test('every change of an organization is sent as a message of its event, with the resource of /v1', async () => {
  const organization = await api.organization();
  const { db, token } = organization;
  const receiver = await startReceiver(organization, [...webhookEvents]);
  const { id: clientId } = await organization.client({ name: 'Globex', domain: 'globex.example' });
  await updateClient(db, clientId, { name: 'Initech' }, null);
  await organization.activities('globex.example', [{}, {}, {}]);
  const figures = { verdict: 'Healthy', wins: 1, frictions: 0 } as const;
  const summary = { clientId, computedAt: new Date().toISOString(), threads: [] };
  await db.insert(insightSummaries, [{ ...figures, ...summary }]);
  await db.update(insightSummaries, { verdict: 'At risk', frictions: 2 });
  await updateOrganization(db, { name: 'Acme' });
  const user = await organization.user();
  await updateUser(db, user.id, { firstName: 'Gerald' }, null);
  const connection = await newConnection(db, { settings: {} });
  await db.update(connections, { state: 'failing', failure: 'no route' }, eq(connections.id, connection.id));
  await receiver.gets(8);
  expect(
    receiver
      .messages()
      .map(({ type }) => type)
      .sort(),
  ).toEqual([...webhookEvents, 'dashboard.ready'].sort());
  for (const message of receiver.messages())
    expect(webhookMessages[message.type as WebhookEvent].safeParse(message).error).toBeUndefined();
  const dataOf = (type: WebhookEvent) =>
    receiver.messages().flatMap((message) => (message.type === type ? [message.data] : []));
  const shown = (await api.get(`/v1/clients/${clientId}`, { token })).body.data;
  expect(dataOf('client.updated')).toEqual([shown]);
  expect(dataOf('activity.recorded')).toEqual([{ clientId, count: 3 }]);
  expect(dataOf('dashboard.ready').map(({ before }) => before)).toEqual([null, figures]);
  expect(dataOf('organization.updated')).toEqual([(await api.get('/v1/organization', { token })).body.data]);
  expect(dataOf('user.updated')).toMatchObject([{ id: user.id, firstName: 'Gerald' }]);
  expect(dataOf('connection.failing')).toMatchObject([{ id: connection.id, failure: 'no route' }]);
});

test('an endpoint gets only the events that it wants, of its organization, and none of before', async () => {
  const [organization, other] = [await api.organization(), await api.organization()];
  await organization.client();
  const receiver = await startReceiver(organization, ['client.created']);
  const { id } = await organization.client({ name: 'wanted' });
  await other.client();
  await updateClient(organization.db, id, { name: 'changed' }, null);
  const { id: last } = await organization.client({ name: 'last' });
  await receiver.gets(2);
  await ended(receiver);
  expect(new Set(receiver.messages().map(({ data }) => data.id))).toEqual(new Set([id, last]));
});

test('whatever another organization has under the same ids, an endpoint gets each event of its own once', async () => {
  const { organization, receiver } = await furnished();
  let answerNow = () => {};
  receiver.answer = (_request, response) => {
    answerNow = () => void response.writeHead(204).end();
  };
  const { id: first } = await organization.client();
  await receiver.gets(1);
  // While the lease lasts.
  await addTwin(api.database, organization.id, { webhook_deliveries: { next_try_at: tomorrow() } });
  answerNow();
  await ended(receiver);
  receiver.answer = answering(204);
  await addTwin(api.database, organization.id, {
    webhook_endpoints: { state: 'paused' },
    webhook_deliveries: { state: 'pending', next_try_at: past, ended_at: null },
  });
  const { id: second } = await organization.client();
  await receiver.gets(2);
  // In a turn that begins when the one before has ended.
  const { id: third } = await organization.client();
  await receiver.gets(3);
  await ended(receiver);
  expect((await receiver.deliveries()).map(({ clientId, attempts }) => [clientId, attempts])).toEqual([
    [third, 1],
    [second, 1],
    [first, 1],
  ]);
});

test('a write that changes nothing has no event', async () => {
  const organization = await api.organization();
  const { db } = organization;
  const { id } = await organization.client({ name: 'Globex' });
  const user = await organization.user();
  await startReceiver(organization, ['client.updated', 'organization.updated', 'user.updated']);
  await updateClient(db, id, { name: 'Globex' }, null);
  await updateOrganization(db, { name: 'Test' });
  await updateUser(db, user.id, { firstName: 'Ann' }, null);
  expect(await outboxOf(organization)).toEqual([]);
});

test('a message that cannot be made fails by itself', async () => {
  const { organization, db, receiver } = await furnished(undefined, ['activity.recorded', 'client.created']);
  await organization.client({ domain: 'globex.example' });
  await receiver.gets(1);
  const [delivery] = await receiver.deliveries();
  const broken = { id: crypto.randomUUID(), endpointId: receiver.id, clientId: delivery?.clientId ?? null };
  await db.insert(webhookDeliveries, [{ ...broken, event: 'activity.recorded', detail: {} }]);
  await organization.client({ name: 'other' });
  await receiver.gets(2);
  const failure = async () => (await receiver.deliveries()).find(({ id }) => id === broken.id)?.failure;
  expect(await until(failure)).toBe('the message could not be made');
});

test('after a failure the later events of the client wait, and those of others do not', async () => {
  let refused = '';
  const { organization, db, receiver } = await furnished(
    ({ body }, response) => response.writeHead(body.includes(refused) ? 500 : 204).end(),
    ['client.created', 'client.updated'],
  );
  const [first, second] = [await organization.client(), await organization.client()];
  await receiver.gets(2);
  refused = first.id;
  await updateClient(db, first.id, { name: 'one' }, null);
  await receiver.gets(3);
  await updateClient(db, first.id, { name: 'two' }, null);
  await updateClient(db, second.id, { name: 'other' }, null);
  await receiver.gets(4);
  refused = 'nothing';
  await until(async () => {
    await tryNow(organization);
    return (await receiver.deliveries()).every(({ state }) => state === 'delivered');
  });
  const ofFirst = receiver.ids().filter((_id, at) => receiver.messages()[at]?.data.id === first.id);
  const inOrder = (await receiver.deliveries())
    .filter(({ clientId }) => clientId === first.id)
    .map(({ id }) => id)
    .reverse();
  expect([...new Set(ofFirst)]).toEqual(inOrder);
  expect((await receiver.stored())?.failure).toBeNull();
});

test('a turn in which several messages fail counts as one failure, so that the pause after it is short', async () => {
  const { organization, db, receiver } = await furnished(answering(500));
  await createTogether(organization, receiver, Array(12).fill('Globex'));
  const { failures, lease } = webhookEndpoints;
  const failed = async () =>
    (await db.select({ failures }, webhookEndpoints, isNull(lease)))[0]?.failures || false;
  const turns = await until(failed);
  expect(receiver.ids().length).toBeGreaterThanOrEqual(4 * turns);
});

test('messages that are never accepted do not hold up those of other clients, however many they are', async () => {
  const { organization, db, receiver } = await furnished(({ body }, response) =>
    response.writeHead(body.includes('refused') ? 500 : 204).end(),
  );
  const refused = await Promise.all(
    Array.from({ length: 110 }, () => organization.client({ name: 'refused' })),
  );
  await receiver.gets(7);
  const next = { endpointId: receiver.id, event: 'client.updated', clientId: refused[0]?.id } as const;
  await db.insert(
    webhookDeliveries,
    Array.from({ length: 100 }, () => ({ ...next, id: crypto.randomUUID() })),
  );
  const { id } = await organization.client({ name: 'accepted' });
  const isDelivered = async () => {
    await tryNow(organization);
    const deliveries = await receiver.deliveries();
    return deliveries.some(({ clientId, state }) => clientId === id && state === 'delivered');
  };
  await vi.waitUntil(isDelivered, { timeout: eventTimeoutMs, interval: 300 });
});

test('a paused endpoint stays so, whatever ends the attempts that were under way', async () => {
  const slow = new Set<() => void>();
  const { organization, receiver } = await furnished(({ body }, response) => {
    if (body.includes('gone')) response.writeHead(410).end();
    else slow.add(() => response.writeHead(500).end());
  });
  await createTogether(organization, receiver, ['slow', 'gone']);
  await receiver.gets(2);
  await until(() => isPaused(receiver));
  expect(await leaseOf(organization)).toEqual(expect.any(String));
  for (const answer of slow) answer();
  await until(async () => (await leaseOf(organization)) === null);
  const endpoint = await receiver.stored();
  expect(endpoint).toMatchObject({ state: 'paused', failure: expect.stringContaining('410') });
});

test('a message that waits for an earlier one of its client, or for a paused endpoint, does not count as due', async () => {
  const { organization, db, receiver } = await furnished();
  await db.update(webhookEndpoints, { lease: crypto.randomUUID(), leasedUntil: tomorrow() });
  const ofClient = { endpointId: receiver.id, clientId: crypto.randomUUID() };
  await db.insert(webhookDeliveries, [
    { ...ofClient, event: 'client.updated', id: crypto.randomUUID(), attempts: 1, nextTryAt: tomorrow() },
    { ...ofClient, event: 'client.updated', id: crypto.randomUUID(), nextTryAt: past },
  ]);
  await addTwin(api.database, organization.id, {
    webhook_endpoints: { state: 'paused' },
    webhook_deliveries: { next_try_at: past },
  });
  expect((await summarizeWebhooks(api.database.db)).longestDueSeconds).toBeLessThan(86_400);
});

test('410 pauses an endpoint, and a resumed one goes on', async () => {
  const { organization, db, receiver } = await furnished(answering(410));
  await organization.client();
  await until(() => isPaused(receiver));
  await organization.client({ name: 'not recorded' });
  receiver.answer = answering(204);
  await turnEndpoint(db, receiver.id, 'active');
  await ended(receiver);
  expect((await receiver.deliveries()).map(({ state, status }) => [state, status])).toEqual([
    ['delivered', 204],
  ]);
});

test('a resumed endpoint gets at once what waits for a retry', async () => {
  const { organization, db, receiver } = await furnished(answering(500));
  await organization.client();
  await receiver.gets(1);
  await until(async () => (await receiver.deliveries())[0]?.attempts);
  receiver.answer = answering(204);
  await db.update(webhookDeliveries, { nextTryAt: tomorrow() });
  await addTwin(api.database, organization.id);
  await turnEndpoint(db, receiver.id, 'active');
  await ended(receiver);
  expect(await receiver.deliveries()).toMatchObject([{ state: 'delivered', nextTryAt: null }]);
});

test.each<[string, Answer, string]>([
  [
    'redirects',
    (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'answered 302; make an endpoint for the URL that it redirects to',
  ],
  [
    'sends without end',
    (_request, response) => {
      const more = (): void => void (response.destroyed || response.write('x'.repeat(65_536), () => more()));
      more();
    },
    'sends more than',
  ],
])('a receiver that %s fails with the reason, and delays no other', async (_what, answer, reason) => {
  const { organization, receiver: hostile } = await furnished(answer);
  const good = await startReceiver(organization, ['client.created']);
  await organization.client();
  await good.gets(1);
  expect(await failureOf(hostile)).toContain(reason);
});

test('a receiver that never answers delays no other', async () => {
  const [silent, good] = [await furnished(() => {}), await furnished()];
  for (const { organization, receiver } of [silent, good]) {
    await organization.client();
    await receiver.gets(1);
  }
});

test('an address in a private network is not called unless that is allowed', async () => {
  const { organization, db, receiver } = await furnished();
  await db.update(webhookEndpoints, { allowPrivate: false });
  await organization.client();
  expect(await failureOf(receiver)).toContain('private');
  expect(receiver.server.requests).toEqual([]);
});

test('what was deleted since is dropped, and a delivery that has ended can be sent again', async () => {
  const { organization, db, receiver } = await furnished(undefined, ['client.created', 'client.updated']);
  const { id } = await organization.client();
  await receiver.gets(1);
  await ended(receiver);
  const [delivery] = await receiver.deliveries();
  await resendDelivery(db, receiver.id, delivery?.id ?? '');
  await receiver.gets(2);
  expect(new Set(receiver.ids()).size).toBe(1);
  await ended(receiver);
  const summary = { verdict: 'Healthy' as const, wins: 0, frictions: 0, computedAt: past };
  await db.insert(insightSummaries, [{ clientId: id, ...summary }]);
  await deleteClient(db, id);
  const ready = { id: crypto.randomUUID(), endpointId: receiver.id, clientId: id, detail: { before: null } };
  await db.insert(webhookDeliveries, [{ ...ready, event: 'dashboard.ready' }]);
  await resendDelivery(db, receiver.id, delivery?.id ?? '');
  await ended(receiver);
  const states = (await receiver.deliveries()).map(({ state }) => state);
  expect(states).toEqual(['dropped', 'dropped']);
});

test('for a day after a rotation the old secret signs too', async () => {
  const { organization, receiver } = await furnished();
  await rotateSecret(receiver.context, receiver.id);
  await organization.client();
  // Checks the signature with the secret of before.
  await receiver.gets(1);
  expect(String(receiver.server.requests[0]?.headers['webhook-signature']).split(' ')).toHaveLength(2);
});

test('attempts go on for a day, and an endpoint that fails for five days is paused', async () => {
  const { organization, db, receiver } = await furnished(answering(500));
  await organization.client();
  await receiver.gets(1);
  const failed = async () => (await receiver.deliveries())[0];
  await until(async () => (await failed())?.attempts === 1);
  await db.update(webhookDeliveries, { expiresAt: past });
  await db.update(webhookEndpoints, { failingSince: past });
  await tryNow(organization);
  await until(async () => (await failed())?.state === 'failed');
  expect(await isPaused(receiver)).toBe(true);
});
