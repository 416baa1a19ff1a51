import { z } from 'zod';
import { webhookMessages } from '../webhooks/schemas.ts';
import type { Json } from './openapi-components.ts';

/** The schemas of the messages by id, which refer to resources as the document does. */
const schemaOf = (message: z.ZodType): Json => {
  const { $schema: _$schema, $defs: _$defs, id: _id, ...schema } = z.toJSONSchema(message, { io: 'output' });
  return JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/'));
};

const nameOf = (message: z.ZodType) => message.meta()?.id ?? '';

export const webhookSchemas: Json = Object.fromEntries(
  Object.values(webhookMessages).map((message) => [nameOf(message), schemaOf(message)]),
);

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

/** The messages that endpoints get. */
export const webhooks: Json = Object.fromEntries(
  Object.entries(webhookMessages).map(([event, message]) => [
    event,
    {
      post: {
        operationId: event,
        summary: message.meta()?.description,
        tags: ['Webhooks'],
        parameters,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${nameOf(message)}` } } },
        },
        responses: { '2XX': { description: 'The message was accepted. Anything else is tried again.' } },
      },
    },
  ]),
);
