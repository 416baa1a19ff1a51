/**
 * Receives webhooks: verifies each message, ignores those that came before, and answers at once.
 *
 *   SECRET=whsec_… RECEIVER_PORT=8080 npx tsx examples/receiver.ts
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook, WebhookRefused } from '@clientele/client';

const { SECRET, RECEIVER_PORT = '8080' } = process.env;
if (!SECRET) throw new Error('Set SECRET to the secret of the endpoint.');

/** Keep the ids of a day where a restart does not lose them, with what the message changes. */
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  try {
    const message = await verifyWebhook(SECRET, headers, await text(request));
    const id = headers.get('webhook-id') ?? '';
    if (!seen.has(id)) {
      if (message.type === 'client.updated') console.log(`${message.data.name} was changed.`);
      else console.log(message.type);
      seen.add(id);
    }
    response.writeHead(204).end();
  } catch (error) {
    console.error(String(error));
    response.writeHead(error instanceof WebhookRefused ? 400 : 500).end();
  }
});
server.listen(Number(RECEIVER_PORT), () => console.log('Listening.'));
