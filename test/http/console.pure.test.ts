import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';

const api = await startApi({ hasConsole: true });
const without = await startApi();
const behindPrefix = await startApi({ publicUrl: 'https://api.example.com/clientele' });

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const filesIn = (html: string) =>
  [...html.matchAll(/(?:src|href)="\.(\/console\/[^"]+)"/g)].map(([, path = '']) => path);

test('/ serves the console to browsers, with a policy that allows only its own files', async () => {
  const { status, headers, text } = await api.get('/', { headers: browser });
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = headers['content-security-policy'];
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(headers.vary).toBe('Accept, Accept-Encoding');
  expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|https?:/);
  expect(filesIn(text).map((path) => path.split('.').at(-1))).toEqual(['woff2', 'css', 'js']);
});

test('the files of the console are kept forever under a name with their hash', async () => {
  const { text } = await api.get('/', { headers: browser });
  for (const path of filesIn(text)) {
    const { headers, bytes } = await api.get(path);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(path).toContain(createHash('sha256').update(bytes).digest('hex').slice(0, 16));
    expect((await api.get(path.replace(/\w{4}\./, '0000.'))).status).toBe(404);
  }
});

test('the script of the console takes less than 60 kB with Brotli', async () => {
  const { text } = await api.get('/', { headers: browser });
  const script = filesIn(text).find((path) => path.endsWith('.js')) ?? '';
  const { bytes } = await api.get(script, { headers: { 'accept-encoding': 'br' } });
  expect(bytes.length).toBeLessThan(60_000);
});

test('the console is served only where it is enabled, and / leads browsers, but no other clients, to it', async () => {
  const { text } = await api.get('/', { headers: browser });
  const { status, headers } = await without.get('/', { headers: browser });
  expect([status, headers.location, headers.vary]).toEqual([302, '/docs', 'Accept']);
  for (const path of filesIn(text)) expect((await without.get(path)).status).toBe(404);
  expect((await api.get('/')).body.name).toBe('Clientele API');
});

test.each([{}, { accept: '*/*' }, { accept: 'application/json' }])(
  '/ lists the main URLs to callers without a token: %o',
  async (headers: Record<string, string>) => {
    const answer = await without.get('/', { headers });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.headers.vary).toBe('Accept');
    expect(answer.body).toEqual({
      name: 'Clientele API',
      docs: 'http://127.0.0.1:3000/docs',
      openapi: 'http://127.0.0.1:3000/openapi.json',
      health: 'http://127.0.0.1:3000/v1/health',
    });
  },
);

test('behind a prefix, / leads below it', async () => {
  const { body } = await behindPrefix.get('/');
  expect(body.docs).toBe('https://api.example.com/clientele/docs');
  const { headers } = await behindPrefix.get('/', { headers: browser });
  expect(headers.location).toBe('https://api.example.com/clientele/docs');
});
