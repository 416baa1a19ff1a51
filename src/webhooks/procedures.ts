import { z } from 'zod';
import { Deleted } from '../clients/schemas.ts';
import { explaining, testAlone } from '../connections/foreign-servers.ts';
import { orNotFound } from '../core/errors.ts';
import { type Permission, requirePermission } from '../core/permissions.ts';
import { single, toSingle } from '../core/rest/envelope.ts';
import { internalOperation, router } from '../core/trpc.ts';
import { createEndpoint, testEndpoint } from './operations.ts';
import {
  deleteEndpoint,
  getEndpoint,
  listDeliveries,
  listEndpoints,
  resendDelivery,
  turnEndpoint,
} from './queries.ts';
import {
  deliveriesList,
  deliveryNamed,
  NewWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookTest,
  webhookCreate,
  webhookNamed,
} from './schemas.ts';
import type { WebhookEvent } from './table.ts';

/** The permission to read what an event tells. */
const permissionOf: Readonly<Record<WebhookEvent, Permission>> = {
  'client.created': 'clients:read',
  'client.updated': 'clients:read',
  'activity.recorded': 'activities:read',
  'dashboard.ready': 'dashboards:read',
  'organization.updated': 'organization:read',
  'user.updated': 'users:read',
  'connection.failing': 'connections:read',
};

const found = async <T>(endpoint: Promise<T | undefined>) =>
  toSingle(orNotFound(await endpoint, 'webhook endpoint'));

const change = (description: string) =>
  internalOperation({ permission: 'webhooks:write', description }).input(webhookNamed);

/** Shorter than the silence after which the server cuts a connection. */
const testTimeoutMs = 8_000;

export const webhooksRouter = router({
  list: internalOperation({
    permission: 'webhooks:read',
    description: 'The endpoints that get events, in order of creation.',
  })
    .output(single(z.array(WebhookEndpoint)))
    .query(async ({ ctx: { db } }) => toSingle(await listEndpoints(db))),

  create: internalOperation({
    permission: 'webhooks:write',
    description: 'Creates an endpoint and returns its secret, once. Private addresses are refused.',
  })
    .input(webhookCreate)
    .output(single(NewWebhookEndpoint))
    .mutation(async ({ ctx, input }) => {
      for (const event of input.events) requirePermission(ctx.caller, permissionOf[event]);
      return toSingle(await explaining('url', createEndpoint(ctx, { ...input, allowPrivate: false })));
    }),

  test: internalOperation({
    permission: 'webhooks:write',
    timeoutMs: testTimeoutMs + 1_000,
    description:
      'Sends a message of type `webhook.test` at once, and returns how it was answered. One test of an organization at a time.',
  })
    .input(webhookNamed)
    .output(single(WebhookTest))
    .mutation(({ ctx, input: { webhookId } }) =>
      found(
        testAlone(ctx.db.organizationId, () =>
          explaining('webhookId', testEndpoint(ctx, webhookId, testTimeoutMs)),
        ),
      ),
    ),

  pause: change('Pauses an endpoint: what happens meanwhile is never sent to it.')
    .output(single(WebhookEndpoint))
    .mutation(({ ctx: { writer }, input }) => found(turnEndpoint(writer, input.webhookId, 'paused'))),

  resume: change(
    'Resumes a paused endpoint, or tries a failing one at once, with all that waits for a retry.',
  )
    .output(single(WebhookEndpoint))
    .mutation(({ ctx: { writer }, input }) => found(turnEndpoint(writer, input.webhookId, 'active'))),

  delete: change('Deletes an endpoint with its secret and deliveries.')
    .output(single(Deleted))
    .mutation(({ ctx: { writer }, input }) => found(deleteEndpoint(writer, input.webhookId))),

  deliveries: internalOperation({
    permission: 'webhooks:read',
    description: 'The last deliveries of an endpoint, newest first.',
  })
    .input(deliveriesList)
    .output(single(z.array(WebhookDelivery)))
    .query(async ({ ctx: { db }, input: { webhookId, limit } }) => {
      orNotFound(await getEndpoint(db, webhookId), 'webhook endpoint');
      return toSingle(await listDeliveries(db, webhookId, limit));
    }),

  resend: internalOperation({
    permission: 'webhooks:write',
    description: 'Sends an event again whose delivery has ended.',
  })
    .input(deliveryNamed)
    .output(single(WebhookDelivery))
    .mutation(async ({ ctx: { writer }, input: { webhookId, deliveryId } }) =>
      toSingle(orNotFound(await resendDelivery(writer, webhookId, deliveryId), 'ended delivery')),
    ),
});
