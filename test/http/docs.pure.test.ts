import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { scriptPath } from '../../src/http/docs.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { startApi } from '../support/api.ts';

const api = await startApi();
const page = await api.get('/docs');

const scripts = [...page.text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].map(
  ([, attributes = '', code = '']) => ({ src: /\ssrc="([^"]*)"/.exec(attributes)?.[1], code }),
);

test.each(['/docs', '/docs?x=1'])('%s is the reference, for callers without a token', async (url) => {
  const { status, headers, text } = await api.get(url);
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/html/);
  expect(text).toBe(page.text);
  expect(headers['content-security-policy']).toBe(page.headers['content-security-policy']);
});

test('the page may load from this server only, and run only its own scripts', () => {
  const [inline, ...others] = scripts.filter(({ src }) => src === undefined);
  expect([inline?.code, others]).toEqual([expect.stringContaining('createApiReference'), []]);
  expect(page.text).not.toMatch(/\son\w+\s*=\s*["']/);
  const hash = createHash('sha256')
    .update(inline?.code ?? '')
    .digest('base64');
  expect(String(page.headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    ...['base-uri', 'form-action', 'frame-ancestors'].map((name) => `${name} 'none'`),
  ]);
});

test('the document is served as it is committed, for callers without a token', async () => {
  const { status, headers, body } = await api.get('/openapi.json');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocument)));
});

test.each(['/docs', scriptPath, '/openapi.json'])(
  '%s is compressed for callers who accept that, and sent again only when it has changed',
  async (url) => {
    const plain = await api.get(url, {
      headers: { 'accept-encoding': 'identity', 'if-none-match': '"other"' },
    });
    for (const [accepted, encoding, decompress] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ['*', 'br', brotliDecompressSync],
    ] as const) {
      const { status, headers, bytes } = await api.get(url, { headers: { 'accept-encoding': accepted } });
      expect([status, headers['content-encoding']]).toEqual([200, encoding]);
      expect(headers['content-type']).toBe(plain.headers['content-type']);
      expect(headers.vary).toMatch(/\bAccept-Encoding\b/);
      expect(Number(headers['content-length'])).toBe(bytes.length);
      expect(bytes.length).toBeLessThan(plain.bytes.length);
      expect(headers.etag).not.toBe(plain.headers.etag);
      expect(decompress(bytes).equals(plain.bytes)).toBe(true);
      const asked = { 'accept-encoding': accepted, 'if-none-match': String(headers.etag) };
      const known = await api.get(url, { headers: asked });
      // A 304 updates what a cache holds, so it carries the same headers.
      for (const name of ['etag', 'vary', 'cache-control', 'content-security-policy'])
        expect([known.status, known.headers[name]]).toEqual([304, headers[name]]);
    }
    for (const accepted of [undefined, '', 'identity', 'deflate', 'br;q=0, gzip;q=0']) {
      const given = accepted === undefined ? {} : { 'accept-encoding': accepted };
      const { headers } = await api.get(url, { headers: given });
      expect([headers['content-encoding'], headers.etag]).toEqual([undefined, plain.headers.etag]);
    }
  },
);
