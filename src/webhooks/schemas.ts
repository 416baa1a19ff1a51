import { z } from 'zod';
import { Client } from '../clients/schemas.ts';
import { connectionTypes } from '../connections/table.ts';
import {
  limitInput,
  maxDomainLength,
  maxUrlLength,
  parseUrl,
  pathId,
  timestamp,
  timestampOrNull,
} from '../core/rest/fields.ts';
import { verdicts } from '../insights/table.ts';
import { Organization } from '../organization/schemas.ts';
import { User } from '../users/schemas.ts';
import { deliveryStates, endpointStates, type WebhookEvent, webhookEvents } from './table.ts';

const eventsRule = `Send a list of one or more of ${webhookEvents.join(', ')}.`;
const Event = z.enum(webhookEvents, eventsRule).meta({ id: 'WebhookEvent' });

export const WebhookEndpoint = z
  .object({
    id: z.uuid(),
    url: z.string(),
    events: z.array(Event),
    state: z.enum(endpointStates),
    failure: z.string().nullable(),
    failingSince: timestampOrNull('The time of the first attempt that failed since the last success.'),
    createdAt: timestamp('The time at which it was created.'),
  })
  .meta({ id: 'WebhookEndpoint' });

export const NewWebhookEndpoint = WebhookEndpoint.extend({ secret: z.string() }).meta({
  id: 'NewWebhookEndpoint',
});

export const WebhookDelivery = z
  .object({
    id: z.uuid(),
    event: Event,
    clientId: z.uuid().nullable(),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    status: z.int().nullable(),
    failure: z.string().nullable(),
    createdAt: timestamp('The time of the event.'),
    nextTryAt: timestampOrNull('The time of the next attempt, while it is pending.'),
    endedAt: timestampOrNull('The time at which it was delivered, failed or was dropped.'),
  })
  .meta({ id: 'WebhookDelivery' });

export const WebhookTest = WebhookDelivery.pick({ status: true, failure: true }).meta({ id: 'WebhookTest' });

const urlRule = 'Send an https URL of up to 2,048 characters, without user, password or fragment.';

function isEndpointUrl(text: string): boolean {
  const url = text.length <= maxUrlLength && /^https?:\/\//i.test(text) ? parseUrl(text) : undefined;
  if (!url || url.hostname.length > maxDomainLength) return false;
  return [url.username, url.password, url.hash].every((part) => part === '');
}

export const webhookCreate = z.object({
  url: z.string(urlRule).trim().refine(isEndpointUrl, urlRule),
  events: z
    .array(Event, eventsRule)
    .min(1, eventsRule)
    .max(webhookEvents.length, eventsRule)
    .transform((events) => [...new Set(events)]),
});

export const webhookNamed = z.object({ webhookId: pathId('webhook endpoint') });
export const deliveriesList = webhookNamed.extend({ limit: limitInput });
export const deliveryNamed = webhookNamed.extend({ deliveryId: pathId('delivery') });

/** @param data described by its own schema */
const eventOf = <E extends WebhookEvent, D extends z.ZodType>(type: E, data: D, description: string) =>
  z
    .object({
      type: z.literal(type).meta({ description: 'The event.' }),
      timestamp: timestamp('The time of the event.'),
      data,
    })
    .meta({
      id: `${type.replaceAll(/(?:^|\.)(\w)/g, (_match, letter: string) => letter.toUpperCase())}Event`,
      description,
    });

const clientId = z.uuid().meta({ description: 'The id of the client.' });

const count = (description: string, min: number) =>
  z.int().min(min).meta({ format: 'int32', maximum: 2_147_483_647, description });

const figures = {
  verdict: z.enum(verdicts).meta({ description: 'The verdict on the client.' }),
  wins: count('Wins of the last 60 days.', 0),
  frictions: count('Frictions of the last 60 days.', 0),
};

const RecordedActivities = z
  .object({ clientId, count: count('The number of new activities.', 1) })
  .meta({ id: 'RecordedActivities', description: 'New activities of a client.' });

const DashboardFigures = z
  .object(figures)
  .meta({ id: 'DashboardFigures', description: 'The verdict on a client, and its wins and frictions.' });

const ReadyDashboard = z
  .object({
    clientId,
    ...figures,
    before: DashboardFigures.nullable().meta({ description: 'The previous figures; null the first time.' }),
  })
  .meta({ id: 'ReadyDashboard', description: 'The figures of a dashboard that has changed.' });

const FailingConnection = z
  .object({
    id: z.uuid().meta({ description: 'The id of the connection.' }),
    type: z.enum(connectionTypes).meta({ description: 'A mailbox or a calendar.' }),
    integration: z
      .string()
      .meta({ maxLength: 63, description: 'The integration of the activities that it records.' }),
    failure: z
      .string()
      .nullable()
      .meta({ maxLength: 10_000, description: 'The failure and what to do about it.' }),
  })
  .meta({ id: 'FailingConnection', description: 'A connection that has begun to fail.' });

/** The messages of all events: the same resources as in `/v1`, as they are when the message is sent. */
export const webhookMessages = {
  'client.created': eventOf('client.created', Client, 'A client was created.'),
  'client.updated': eventOf('client.updated', Client, 'The name or domain of a client was changed.'),
  'activity.recorded': eventOf(
    'activity.recorded',
    RecordedActivities,
    'Activities of a client were recorded, or assigned to it: one event for those of a batch.',
  ),
  'dashboard.ready': eventOf(
    'dashboard.ready',
    ReadyDashboard,
    'The verdict on a client, or its count of wins or frictions, was first computed or has changed.',
  ),
  'organization.updated': eventOf(
    'organization.updated',
    Organization,
    'The name, time zone or currency of the organization was changed.',
  ),
  'user.updated': eventOf('user.updated', User, 'The name, email or image of a user was changed.'),
  'connection.failing': eventOf(
    'connection.failing',
    FailingConnection,
    'A connection to a mailbox or calendar has begun to fail.',
  ),
} as const satisfies Record<WebhookEvent, z.ZodType>;
