import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { listeningUrl } from '../../src/http/listening-url.ts';
import { startApi } from '../support/api.ts';

async function serversOf(url: string) {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { servers: { url: string }[] };
  return document.servers;
}

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

test.each(['127.0.0.1', '0.0.0.0', 'localhost', ...(hasIpv6 ? ['::1', '::'] : [])])(
  'listening on %s, the document names an absolute URL that reaches the server',
  async (host) => {
    const api = await startApi();
    await api.app.listen({ port: 0, host });
    const [{ url } = expect.fail(), ...others] = await serversOf(listeningUrl(api.app.server));
    expect(others).toEqual([]);
    expect(new URL(url).origin).toBe(url);
    expect(new URL(url).port).toBe(new URL(api.app.listeningOrigin).port);
    expect(url).not.toMatch(/0\.0\.0\.0|\[::\]/);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
  },
);

test('the document names PUBLIC_URL, wherever the server listens', async () => {
  const api = await startApi({ publicUrl: 'https://api.example.com/clientele' });
  const servers = [{ url: 'https://api.example.com/clientele' }];
  expect((await api.get('/openapi.json')).body.servers).toEqual(servers);
  expect(await serversOf(await api.app.listen({ port: 0, host: '127.0.0.1' }))).toEqual(servers);
});

test('behind a prefix, the page and everything it loads are served', async () => {
  const publicUrl = 'https://api.example.com/clientele';
  const api = await startApi({ publicUrl });
  const page = await api.get('/docs');
  const loaded = [/\ssrc="([^"]*)"/, /"url":\s*"([^"]*openapi[^"]*)"/].map(
    (link) => link.exec(page.text)?.[1],
  );
  for (const link of loaded) {
    const { href } = new URL(link ?? expect.fail(), `${publicUrl}/docs`);
    expect(href.startsWith(`${publicUrl}/`)).toBe(true);
    expect((await api.get(href.slice(publicUrl.length))).status).toBe(200);
  }
  expect(String(page.headers['content-security-policy'])).toContain(
    "connect-src 'self' https://api.example.com;",
  );
});
