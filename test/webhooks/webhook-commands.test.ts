import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { secretKey } from '../support/connections.ts';
import { startHttpServer } from '../support/http-server.ts';
import { startDelivering } from '../support/receiver.ts';
import { eventTimeoutMs } from '../support/timeouts.ts';

const api = await startApi();
const { cli, json, environment } = await openCli(api);
environment.SECRETS_KEY = secretKey.toString('base64');
startDelivering(api);

test('an endpoint is created, tested, paused, resumed, rotated and deleted, and its deliveries are listed and sent again', async () => {
  const { slug, client } = await api.organization();
  const server = await startHttpServer((_request, response) => void response.writeHead(202).end());
  const org = ['--org', slug];
  const events = 'client.created,client.updated';
  const create = ['webhook', 'create', ...org, '--url', server.url, '--events', events, '--allow-private'];
  const { id, secret } = await json(...create);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await json('webhook', 'list', ...org)).toMatchObject([{ id, url: server.url, state: 'active' }]);
  expect(await json('webhook', 'test', ...org, id)).toEqual({ status: 202, failure: null });

  await client();
  await vi.waitUntil(() => server.requests.length === 2, { timeout: eventTimeoutMs });
  const delivered = async () => (await json('webhook', 'deliveries', ...org, id))[0];
  await vi.waitUntil(async () => (await delivered()).state === 'delivered', { timeout: eventTimeoutMs });
  const [, { headers = {}, body = '' } = {}] = server.requests;
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  new Webhook(secret).verify(body, Object.fromEntries(texts));

  const { id: delivery } = await delivered();
  const resend = ['webhook', 'deliveries', ...org, id, '--resend', delivery];
  expect(await json(...resend)).toEqual({ id: delivery, state: 'pending' });
  await vi.waitUntil(() => server.requests.length === 3, { timeout: eventTimeoutMs });
  expect(server.requests[2]?.headers['webhook-id']).toBe(delivery);

  expect(await json('webhook', 'pause', ...org, id)).toEqual({ id, state: 'paused' });
  expect(await json('webhook', 'resume', ...org, id)).toEqual({ id, state: 'active' });
  expect((await json('webhook', 'rotate', ...org, id)).secret).not.toBe(secret);
  expect(await json('webhook', 'show', ...org, id)).not.toHaveProperty('secret');
  expect(await json('webhook', 'delete', ...org, id)).toEqual({ id });
  expect(await json('webhook', 'list', ...org)).toEqual([]);
});

const anywhere = ['--url', 'https://hooks.example.com', '--events', 'user.updated'];

test('an organization has at most ten endpoints', async () => {
  const { slug } = await api.organization();
  const create = () => cli(['webhook', 'create', '--org', slug, ...anywhere]);
  const created = await Promise.all(Array.from({ length: 12 }, create));
  expect(created.filter(({ code }) => code === 0)).toHaveLength(10);
  for (const { code, err } of created)
    if (code !== 0) expect(err).toContain('There are 10 endpoints already');
});
