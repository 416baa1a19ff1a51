import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { audited, unaudited } from '../core/db/audit/audited.ts';
import { createdAt, id, instant, organizationId, updatedAt } from '../core/db/columns.ts';
import { organizationKey } from '../organization/table.ts';

export const webhookEvents = [
  'client.created',
  'client.updated',
  'activity.recorded',
  'dashboard.ready',
  'organization.updated',
  'user.updated',
  'connection.failing',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const endpointStates = ['active', 'paused'] as const;

/** A URL that gets the events of an organization. */
export const webhookEndpoints = audited(
  pgTable(
    'webhook_endpoints',
    {
      organizationId: organizationId(),
      id: id(),
      url: text('url').notNull(),
      events: text('events').array().$type<WebhookEvent[]>().notNull(),
      /** The signing secrets, encrypted. */
      secret: text('secret'),
      allowPrivate: boolean('allow_private').notNull().default(false),
      /** Nothing is recorded for a paused endpoint. */
      state: text('state', { enum: endpointStates }).notNull().default('active'),
      /** The failure of the last attempt; null if it succeeded. */
      failure: text('failure'),
      /** The number of turns since the last success, and the time of the first failure. */
      failures: integer('failures').notNull().default(0),
      failingSince: instant('failing_since'),
      nextTryAt: instant('next_try_at').notNull().default(sql`now()`),
      /** Identifies the current lease; it ends at `leasedUntil`. */
      lease: uuid('lease'),
      leasedUntil: instant('leased_until'),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (table) => [
      primaryKey({ columns: [table.organizationId, table.id] }),
      organizationKey('webhook_endpoints_organization', table),
      // For leasing, across organizations.
      index('webhook_endpoints_due').on(table.nextTryAt).where(sql`${table.state} = 'active'`),
    ],
  ),
  'webhooks',
  ['url', 'events', 'allowPrivate', 'state'],
);

export const deliveryStates = ['pending', 'delivered', 'failed', 'dropped'] as const;

/** The figures of an event that its rows do not hold. */
export interface EventDetail {
  /** The number of activities of a batch. */
  readonly count?: number;
  /** The verdict and figures before those that are ready. */
  readonly before?: { readonly verdict: string; readonly wins: number; readonly frictions: number } | null;
}

/**
 * The outbox. With each change, a trigger writes one row without an endpoint: the event, for the endpoints that want it and
 * are active then. The worker replaces it by a delivery for each of them.
 */
export const webhookDeliveries = unaudited(
  pgTable(
    'webhook_deliveries',
    {
      organizationId: organizationId(),
      /** The `webhook-id` of the message. */
      id: uuid('id').notNull(),
      endpointId: uuid('endpoint_id'),
      /** The endpoints of an event that is not distributed yet. */
      endpointIds: uuid('endpoint_ids').array(),
      /** Orders the events of a client. */
      position: bigint('position', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
      event: text('event', { enum: webhookEvents }).notNull(),
      clientId: uuid('client_id'),
      /** The user or connection of the event. */
      subjectId: uuid('subject_id'),
      detail: jsonb('detail').$type<EventDetail>(),
      state: text('state', { enum: deliveryStates }).notNull().default('pending'),
      attempts: integer('attempts').notNull().default(0),
      nextTryAt: instant('next_try_at').notNull().default(sql`now()`),
      /** After it, a failed attempt is the last one. */
      expiresAt: instant('expires_at').notNull().default(sql`now() + interval '1 day'`),
      /** The HTTP status of the last answer; null if there was none. */
      status: integer('status'),
      failure: text('failure'),
      endedAt: instant('ended_at'),
      createdAt: createdAt(),
    },
    (table) => [
      primaryKey({ columns: [table.organizationId, table.id] }),
      foreignKey({
        name: 'webhook_deliveries_endpoint',
        columns: [table.organizationId, table.endpointId],
        foreignColumns: [webhookEndpoints.organizationId, webhookEndpoints.id],
      }).onDelete('cascade'),
      // Events to distribute, across organizations.
      index('webhook_deliveries_events').on(table.position).where(sql`${table.endpointId} is null`),
      index('webhook_deliveries_of_endpoint')
        .on(table.organizationId, table.endpointId, table.position)
        .where(sql`${table.endpointId} is not null`),
      index('webhook_deliveries_pending')
        .on(table.organizationId, table.endpointId, table.position)
        .where(sql`${table.state} = 'pending' and ${table.endpointId} is not null`),
      // The clients whose later events wait for an earlier one.
      index('webhook_deliveries_retried')
        .on(table.organizationId, table.endpointId, table.clientId)
        .where(sql`${table.state} = 'pending' and ${table.attempts} > 0`),
      // For retention, across organizations.
      index('webhook_deliveries_ended').on(table.endedAt).where(sql`${table.state} <> 'pending'`),
    ],
  ),
);
