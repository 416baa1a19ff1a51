import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { ConnectionFault } from '../../src/connections/fault.ts';
import {
  fetchAccessToken,
  type OAuthCredentials,
  type RefreshTokenRotation,
} from '../../src/connections/oauth.ts';
import { startHttpServer } from '../support/http-server.ts';

const never = new AbortController().signal;
const json = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

async function start(given: Partial<OAuthCredentials> = {}) {
  const server = await startHttpServer((_, response) =>
    json(response, 200, { access_token: 'access-1', expires_in: 3_600, token_type: 'Bearer' }),
  );
  const credentials: OAuthCredentials = {
    provider: 'google',
    clientId: 'client-1',
    clientSecret: 'client-swordfish',
    refreshToken: 'refresh-swordfish',
    tokenUrl: `${server.url}/token`,
    ...given,
  };
  const saved: string[] = [];
  const save = async ({ previous, next }: RefreshTokenRotation) => void saved.push(`${previous}, ${next}`);
  const get = (signal = never) => fetchAccessToken(credentials, true, save, signal);
  return { server, saved, get };
}

test('a refresh token is exchanged as RFC 6749 says, and stored only if it is replaced', async () => {
  const { server, saved, get } = await start();
  expect(await get()).toBe('access-1');
  const [request] = server.requests;
  expect(request?.method).toBe('POST');
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    grant_type: 'refresh_token',
    client_id: 'client-1',
    client_secret: 'client-swordfish',
    refresh_token: 'refresh-swordfish',
  });
  server.answer = (_, response) =>
    json(response, 200, { access_token: 'access-2', refresh_token: 'refresh-swordfish' });
  expect([await get(), saved]).toEqual(['access-2', []]);
});

test('Microsoft is asked for access to mail, without a client secret if there is none', async () => {
  const { server, get } = await start({ provider: 'microsoft', clientSecret: null });
  await get();
  const form = new URLSearchParams(server.requests[0]?.body);
  expect(form.get('scope')).toBe('https://outlook.office.com/IMAP.AccessAsUser.All offline_access');
  expect(form.has('client_secret')).toBe(false);
});

test('a session that ends while a token is fetched loses no new refresh token', async () => {
  const { server, saved, get } = await start();
  let answer = () => {};
  server.answer = (_, response) => {
    answer = () => json(response, 200, { access_token: 'access', refresh_token: 'refresh-2' });
  };
  const session = new AbortController();
  const ended = get(session.signal);
  await expect.poll(() => server.requests).toHaveLength(1);
  session.abort(new Error('the lease is lost'));
  await expect(ended).rejects.toThrow('the lease is lost');
  answer();
  await expect.poll(() => saved).toEqual(['refresh-swordfish, refresh-2']);
});

test.each([
  ['invalid_grant', /no longer accepts the refresh token; make a new one/],
  ['invalid_client', /check both/],
  ['unauthorized_client', /check its registration/],
  ['invalid_scope', /allow it in the registration/],
  ['interaction_required', /make a new refresh token/],
])('%s says what to do, and is not worth retrying', async (code, remedy) => {
  const { server, get } = await start({ provider: 'microsoft' });
  server.answer = (_, response) =>
    json(response, 400, {
      error: code,
      error_description: 'AADSTS70000: for refresh-swordfish\r\nTrace ID: 1',
    });
  const error: unknown = await get().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ retryAfterMs: 15 * 60_000, message: expect.stringMatching(remedy) });
  expect(String(error)).toMatch(/^Error: Microsoft [^\n]*\((?:[a-z_]+), AADSTS70000\)$/);
  expect(String(error)).not.toContain('swordfish');
});

test('a server that is busy, broken or answers with something else is worth retrying', async () => {
  const { server, get } = await start();
  const answers: [(response: ServerResponse) => void, Partial<ConnectionFault>][] = [
    [(response) => json(response, 429, {}, { 'retry-after': '7' }), { retryAfterMs: 7_000 }],
    [(response) => json(response, 503, { error: 'temporarily_unavailable' }), { retryAfterMs: undefined }],
    [(response) => response.end('<html>swordfish</html>'), {}],
    [(response) => json(response, 200, { token: 'swordfish' }), {}],
    [(response) => response.writeHead(302, { location: '/elsewhere' }).end(), {}],
  ];
  for (const [answer, expected] of answers) {
    server.answer = (_, response) => answer(response);
    const error: unknown = await get().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionFault);
    expect(error).toMatchObject(expected);
    expect(String(error)).not.toContain('swordfish');
  }
});
