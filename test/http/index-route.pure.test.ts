import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';

const api = await startApi();
const behindPrefix = await startApi({ publicUrl: 'https://api.example.com/clientele' });

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test.each([{}, { accept: '*/*' }, { accept: 'application/json' }])(
  '/ lists the main URLs to callers without a token: %o',
  async (headers: Record<string, string>) => {
    const answer = await api.get('/', { headers });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.headers.vary).toBe('Accept');
    expect(answer.body).toEqual({
      name: 'Clientele API',
      docs: 'http://127.0.0.1:3000/docs',
      openapi: 'http://127.0.0.1:3000/openapi.json',
      health: 'http://127.0.0.1:3000/v1/health',
    });
    for (const url of [answer.body.docs, answer.body.openapi])
      expect((await api.get(new URL(url).pathname)).status).toBe(200);
    expect((await api.get(new URL(answer.body.health).pathname)).status).toBe(401);
  },
);

test('/ sends browsers to the reference', async () => {
  const { status, headers } = await api.get('/', { headers: browser });
  expect([status, headers.location, headers.vary]).toEqual([302, '/docs', 'Accept']);
});

test('behind a prefix, / leads below it', async () => {
  const { body } = await behindPrefix.get('/');
  expect(body.docs).toBe('https://api.example.com/clientele/docs');
  const { headers } = await behindPrefix.get('/', { headers: browser });
  expect(headers.location).toBe('https://api.example.com/clientele/docs');
});
