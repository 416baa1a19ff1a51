import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { scriptPath } from '../../src/http/docs.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { startApi } from '../support/api.ts';

const api = await startApi();
const page = await api.get('/docs/');

const scripts = [...page.text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].map(
  ([, attributes = '', code = '']) => ({ src: /\ssrc="([^"]*)"/.exec(attributes)?.[1], code }),
);

const policy = new Map(
  String(page.headers['content-security-policy'])
    .split('; ')
    .map((directive) => directive.split(' '))
    .map(([name = '', ...sources]) => [name, sources]),
);

test.each(['/docs', '/docs/', '/docs?x=1', '/docs/?x=1'])(
  '%s is the reference, for callers without a token',
  async (url) => {
    const { status, headers, text } = await api.get(url);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(text).toBe(page.text);
    expect(headers['content-security-policy']).toBe(page.headers['content-security-policy']);
  },
);

test('the page may load from this server only, and run only its own scripts', () => {
  expect(policy.get('connect-src')).toEqual(["'self'"]);
  for (const none of ['default-src', 'frame-ancestors', 'base-uri', 'form-action'])
    expect([none, policy.get(none)]).toEqual([none, ["'none'"]]);
  const sources = [...policy.values()].flat();
  expect(
    sources.filter((source) => !/^('self'|'none'|'unsafe-inline'|'sha256-.*'|data:|blob:)$/.test(source)),
  ).toEqual([]);
});

test('the policy contains the hash of every inline script, and no other', () => {
  const inline = scripts.filter(({ src, code }) => src === undefined && code.trim() !== '');
  expect(inline.length).toBeGreaterThan(0);
  const hashes = inline.map(({ code }) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  expect(policy.get('script-src')).toEqual(["'self'", ...hashes]);
  expect(page.text).not.toMatch(/\son\w+\s*=\s*["']/);
});

test('the script of the page is served from here', async () => {
  const sources = scripts.flatMap(({ src }) => (src === undefined ? [] : [src]));
  expect(sources.length).toBeGreaterThan(0);
  for (const src of sources) {
    const { pathname } = new URL(src, 'http://x/docs/');
    const { status, headers, text } = await api.get(pathname);
    expect([pathname, status]).toEqual([expect.stringMatching(/^\/docs\//), 200]);
    expect(headers['content-type']).toMatch(/javascript/);
    expect(text.length).toBeGreaterThan(100_000);
  }
});

test('the document is served as it is committed, for callers without a token', async () => {
  const { status, headers, body } = await api.get('/openapi.json');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocument)));
});

test('every other path below /docs is 404', async () => {
  for (const url of ['/docs/nothing', '/docs/js/', '/docs/../config', '/docs/js/..%2f..%2fpackage.json']) {
    expect([url, (await api.get(url)).status]).toEqual([url, 404]);
  }
});

test.each(['/docs', scriptPath, '/openapi.json'])(
  '%s is sent again only when it has changed',
  async (url) => {
    const { headers } = await api.get(url);
    const known = await api.get(url, { headers: { 'if-none-match': String(headers.etag) } });
    expect([known.status, known.text, known.headers.etag]).toEqual([304, '', headers.etag]);
    const other = await api.get(url, { headers: { 'if-none-match': '"other"' } });
    expect([other.status, other.headers['content-type']]).toEqual([200, headers['content-type']]);
  },
);

test.each(['/docs', '/openapi.json'])('%s is compressed for callers who accept that', async (url) => {
  const plain = await api.get(url, { headers: { 'accept-encoding': 'identity' } });
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
});

test('the name of the script changes with its content', async () => {
  const { bytes } = await api.get(scriptPath);
  expect(scriptPath).toContain(createHash('sha256').update(bytes).digest('hex').slice(0, 16));
});
