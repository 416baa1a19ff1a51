/**
 * Creates a client, lists all clients, and handles an error. The client retries calls when a limit is reached or a response is lost.
 *
 *   TOKEN=sk_live_… npx tsx examples/node.ts
 */
import { randomUUID } from 'node:crypto';
import { createClient, isClienteleError, paginate } from '@clientele/client';

const { API_URL = 'http://127.0.0.1:3000', TOKEN = '' } = process.env;
const api = createClient(API_URL, TOKEN);

// One key for all attempts: if a response is lost, the next attempt does not create a second client.
const context = { idempotencyKey: randomUUID() };
const { data: created } = await api.clients.create.mutate(
  { name: 'Initech', domain: 'initech.example' },
  { context },
);
console.log(`Created ${created.name}, ${created.id}.`);

for await (const { name, domain } of paginate(api.clients.list.query)) {
  console.log(`${name} (${domain ?? 'no domain'})`);
}

try {
  await api.clients.update.mutate({ clientId: created.id, domain: 'initech' });
} catch (error) {
  if (!isClienteleError(error, 'invalid_argument')) throw error;
  console.log(`Refused, domain: ${error.data.error.details.domain}`);
}
