import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';
import { z } from 'zod';
import { createLog } from '../../src/log.ts';
import { createEndpoint } from '../../src/webhooks/operations.ts';
import { getEndpoint, listDeliveries } from '../../src/webhooks/queries.ts';
import type { WebhookEvent } from '../../src/webhooks/table.ts';
import { startWebhooks } from '../../src/webhooks/work.ts';
import type { TestApi, TestOrganization } from './api.ts';
import { atEndOfFile } from './cleanup.ts';
import { secrets } from './connections.ts';
import { type ReceivedRequest, startHttpServer } from './http-server.ts';
import { generous } from './rules.ts';
import { eventTimeoutMs } from './timeouts.ts';

export const author = { actor: { systemUser: 'ann' }, operation: 'test', requestId: crypto.randomUUID() };

const Message = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
});

/** Delivers the events in the test's database until the file's last test. */
export function startDelivering({ database }: TestApi) {
  const log = createLog({ logLevel: 'silent' });
  const work = startWebhooks({ db: database.db, log, secrets, limits: generous.limits, restMs: 20 });
  atEndOfFile(() => work.stop());
  return work;
}

export type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

export const answering =
  (status: number): Answer =>
  (_request, response) =>
    void response.writeHead(status).end();

/** Starts a receiver of an organization's events, which checks each signature; `answer` can be replaced at any time. */
export async function startReceiver(
  { db }: TestOrganization,
  events: WebhookEvent[],
  answer: Answer = answering(204),
) {
  const server = await startHttpServer((request, response) => {
    const { webhookId, ...headers } = headersOf(request);
    new Webhook(endpoint.secret).verify(request.body, { 'webhook-id': webhookId, ...headers });
    receiver.answer(request, response);
  });
  const context = { db, writer: db.writtenBy(author), secrets };
  const endpoint = await createEndpoint(context, { url: server.url, events, allowPrivate: true });
  const receiver = {
    ...endpoint,
    context,
    server,
    answer,
    stored: () => getEndpoint(db, endpoint.id),
    deliveries: () => listDeliveries(db, endpoint.id, 100),
    messages: () => server.requests.map(({ body }) => Message.parse(JSON.parse(body))),
    ids: () => server.requests.map((request) => headersOf(request).webhookId),
    /** Waits until it has got this many messages. */
    gets: (count: number) => vi.waitUntil(() => server.requests.length >= count, { timeout: eventTimeoutMs }),
  };
  return receiver;
}

const headersOf = ({ headers }: ReceivedRequest) => ({
  webhookId: String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
});
