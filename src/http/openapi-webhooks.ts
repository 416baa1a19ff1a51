import { z } from 'zod';
import { webhookMessages } from '../webhooks/schemas.ts';
import type { WebhookEvent } from '../webhooks/table.ts';
import type { Json } from './openapi-components.ts';
import { examples } from './openapi-examples.ts';

const nameOf = (message: z.ZodType) => message.meta()?.id ?? '';

/** The resource in the recorded answer of an operation. */
function resourceOf(operation: string): unknown {
  const [answer] = Object.values(examples.responses[operation] ?? {});
  return z.object({ data: z.unknown() }).parse(answer?.value).data;
}

const clientId = '019b76da-a800-7375-8527-d96f82834d20';
const figures = { verdict: 'At risk', wins: 1, frictions: 4 };

const data: Readonly<Record<WebhookEvent, unknown>> = {
  'client.created': resourceOf('clients.get'),
  'client.updated': resourceOf('clients.update'),
  'activity.recorded': { clientId, count: 3 },
  'dashboard.ready': { clientId, ...figures, before: { verdict: 'Healthy', wins: 1, frictions: 0 } },
  'organization.updated': resourceOf('organization.update'),
  'user.updated': resourceOf('users.update'),
  'connection.failing': {
    id: '019b76da-a801-701d-bf5c-6cc6c9fbdf5a',
    type: 'imap',
    integration: 'gmail',
    failure: 'imap.example.com refused user and password; give a new password',
  },
};

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const parameters = [
  header('webhook-id', 'Identifies the message; the same in every attempt.'),
  header('webhook-timestamp', 'The time of the attempt, in seconds since 1970.'),
  header('webhook-signature', 'One or more signatures (Standard Webhooks), separated by spaces.'),
];

function describe(type: WebhookEvent): Json {
  const message = webhookMessages[type];
  const value = { type, timestamp: '2026-11-20T09:00:00.000Z', data: data[type] };
  return {
    operationId: type,
    summary: message.meta()?.description,
    tags: ['Webhooks'],
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${nameOf(message)}` },
          examples: { message: { summary: 'A message', value } },
        },
      },
    },
    responses: { '2XX': { description: 'The message was accepted. Anything else is retried.' } },
  };
}

/** The messages that endpoints get. */
export const webhooks: Json = Object.fromEntries(
  // The keys of the record are the events.
  (Object.keys(webhookMessages) as WebhookEvent[]).map((type) => [type, { post: describe(type) }]),
);
