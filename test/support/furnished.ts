import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { updateClient } from '../../src/clients/queries.ts';
import { listUnassignedActivities } from '../../src/connections/unassigned.ts';
import type { Procedure } from '../../src/http/operations.ts';
import { snoozes } from '../../src/insights/table.ts';
import { createToken } from '../../src/tokens/queries.ts';
import { createEndpoint } from '../../src/webhooks/operations.ts';
import { webhookDeliveries, webhookEndpoints } from '../../src/webhooks/table.ts';
import type { TestApi, TestOrganization } from './api.ts';
import { newConnection, secrets } from './connections.ts';
import { author } from './receiver.ts';
import { internalInputs, requestExamples } from './request-examples.ts';
import { storeSummary, thread } from './threads.ts';
import { callerOf } from './trpc.ts';
import { recordUnassigned } from './unassigned.ts';

export type Ids = Record<string, string>;
export type Furnished = { organization: TestOrganization; ids: Ids; mark: string };

/** The inputs that need an id, or are different each time. */
const inputs: Record<string, (ids: Ids) => object> = {
  'imports.unassignedActivities': ({ unassigned = '' }) => ({ domain: unassigned }),
  'rules.create': () => ({ integration: 'gmail', domain: `${randomUUID()}.example` }),
};

/** The ids among the fields of an input. */
export const idsOf = ({ fields }: Procedure) => Object.keys(fields).filter((field) => /.Id$/.test(field));

/** An input that the procedure accepts. */
export const inputOf = (procedure: Procedure, ids: Ids) => ({
  ...(requestExamples[procedure.name] ?? internalInputs[procedure.name] ?? inputs[procedure.name]?.(ids)),
  ...Object.fromEntries(idsOf(procedure).map((field) => [field, ids[field]])),
});

/** Calls a procedure over tRPC. */
export const callTrpc = (of: TestApi, { name, type }: Procedure, input: object, token?: string) =>
  callerOf(of, token)[type === 'mutation' ? 'mutate' : 'query'](name, input);

/** Stores two threads in which an answer is owed, of which the one of the activity is snoozed. */
async function storeThreads(
  organization: TestOrganization,
  { clientId, activityId, subject }: { clientId: string; activityId: string; subject: string },
): Promise<void> {
  const threads = [thread({ subject, activityId }), thread({ subject })];
  await storeSummary(organization, clientId, { threads });
  await organization.db.insert(snoozes, [{ clientId, activityId, unanswered: 1 }]);
}

/** Stores an endpoint, whose address is refused, with a delivery that has ended. */
async function storeWebhook({ db }: TestOrganization, clientId: string, mark: string) {
  const context = { db, writer: db.writtenBy(author), secrets };
  const url = `https://127.0.0.1/${mark}`;
  const { id } = await createEndpoint(context, { url, events: ['client.updated'], allowPrivate: true });
  await db.update(webhookEndpoints, { allowPrivate: false });
  const deliveryId = randomUUID();
  const ended = { state: 'delivered' as const, endedAt: new Date().toISOString(), status: 204 };
  await db.insert(webhookDeliveries, [
    { id: deliveryId, endpointId: id, event: 'client.updated', clientId, ...ended },
  ]);
  return { webhookId: id, deliveryId };
}

/**
 * Makes an organization with one of everything. Marks every text that it holds, so that another organization's answer
 * would show it.
 */
export async function furnish(api: TestApi): Promise<Furnished> {
  const organization = await api.organization();
  const { db } = organization;
  const mark = `mark${randomUUID().replaceAll('-', '')}`;
  const domain = `${mark}.example`;
  const client = await organization.client({ name: mark, domain });
  const user = await organization.user({ email: `ann@${mark}-home.example` });
  const [activityId = expect.fail()] = await organization.activities(domain, [
    { subject: mark, participantNames: [mark, ''], occurredAt: new Date().toISOString() },
  ]);
  await recordUnassigned(db, { participants: [`pat@unknown-${domain}`], subject: mark });
  const [unassigned] = await listUnassignedActivities(db, `unknown-${domain}`, 1);
  const rule = await createRule(db, { integration: 'zoom', domain });
  // A test of the connection asks no other machine, since the address is refused.
  const server = { host: '127.0.0.1', port: 993, tls: 'implicit', mailboxes: null, ca: null };
  const settings = { ...server, user: `ann@${domain}`, since: '2026-01-01T00:00:00.000Z' };
  const connection = await newConnection(db, { settings, secret: '{"password":"swordfish"}' });
  const webhook = await storeWebhook(organization, client.id, mark);
  const token = await createToken(db, { userId: user.id, permissions: [], name: mark, expiresAt: null });
  const author = { actor: { tokenId: token.id }, operation: 'clients.update', requestId: randomUUID() };
  await updateClient(db.writtenBy(author), client.id, { name: `${mark} Inc` });
  await storeThreads(organization, { clientId: client.id, activityId, subject: mark });
  const ids = {
    clientId: client.id,
    activityId,
    userId: user.id,
    ruleId: rule?.id ?? '',
    tokenId: token.id,
    connectionId: connection.id,
    ...webhook,
    unassignedId: unassigned?.id ?? expect.fail(),
    unassigned: `unknown-${domain}`,
  };
  return { organization, mark, ids };
}
