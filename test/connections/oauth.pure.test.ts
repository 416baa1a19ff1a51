import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ConnectionFault } from '../../src/connections/fault.ts';
import { createAccessTokens, type OAuthCredentials } from '../../src/connections/oauth.ts';
import { startHttpServer } from '../support/http-server.ts';

const never = new AbortController().signal;
const json = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

async function start(credentials: Partial<OAuthCredentials> = {}) {
  let issued = 0;
  const server = await startHttpServer((_, response) => {
    issued += 1;
    json(response, 200, { access_token: `access-${issued}`, expires_in: 3_600, token_type: 'Bearer' });
  });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const saved: string[] = [];
  const store = { isAway: false };
  const tokens = createAccessTokens(
    {
      provider: 'google',
      clientId: 'client-1',
      clientSecret: 'client-swordfish',
      refreshToken: 'refresh-swordfish',
      tokenUrl: `${server.url}/token`,
      ...credentials,
    },
    true,
    async ({ previous, next }) => {
      if (store.isAway) throw new Error('the database is away');
      saved.push(`${previous}, ${next}`);
    },
  );
  const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
  return { server, tokens, pass, saved, store, get: () => tokens.get(never) };
}

test('a refresh token is exchanged as RFC 6749 says, and the access token is kept until shortly before it expires', async () => {
  const { server, tokens, pass, get } = await start();
  expect(await get()).toBe('access-1');
  const [request] = server.requests;
  expect(request?.method).toBe('POST');
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    grant_type: 'refresh_token',
    client_id: 'client-1',
    client_secret: 'client-swordfish',
    refresh_token: 'refresh-swordfish',
  });
  // No error may quote these.
  expect(tokens.secretTexts()).toEqual(['refresh-swordfish', 'client-swordfish', 'access-1']);
  pass(54);
  expect(await get()).toBe('access-1');
  pass(2);
  expect(await get()).toBe('access-2');
  tokens.drop();
  expect(await get()).toBe('access-3');
});

test('Microsoft is asked for access to mail, without a client secret if there is none', async () => {
  const { server, get } = await start({ provider: 'microsoft', clientSecret: null });
  await get();
  const form = new URLSearchParams(server.requests[0]?.body);
  expect(form.get('scope')).toBe('https://outlook.office.com/IMAP.AccessAsUser.All offline_access');
  expect(form.has('client_secret')).toBe(false);
});

test('a session that ends while a token is fetched loses no new refresh token, and two sessions share the request', async () => {
  const { server, tokens, saved } = await start();
  let answer = () => {};
  server.answer = (_, response) => {
    answer = () =>
      json(response, 200, { access_token: 'access', expires_in: 60, refresh_token: 'refresh-2' });
  };
  const session = new AbortController();
  const ended = tokens.get(session.signal);
  const other = tokens.get(never);
  await expect.poll(() => server.requests).toHaveLength(1);
  session.abort(new Error('the lease is lost'));
  await expect(ended).rejects.toThrow('the lease is lost');
  answer();
  expect(await other).toBe('access');
  expect([saved, server.requests.length]).toEqual([['refresh-swordfish, refresh-2'], 1]);
});

test('a new refresh token that could not be stored is used, and stored with the next use', async () => {
  const { server, tokens, pass, saved, store, get } = await start();
  let issued = 1;
  server.answer = (_, response) =>
    json(response, 200, { access_token: 'access', expires_in: '60', refresh_token: `refresh-${++issued}` });
  store.isAway = true;
  await expect(get()).rejects.toThrow('the database is away');
  await expect(get()).rejects.toThrow('the database is away');
  const areOf = (refreshToken: string) => tokens.areOf({ refreshToken, clientSecret: 'client-swordfish' });
  expect([server.requests.length, areOf('refresh-swordfish')]).toEqual([1, true]);
  store.isAway = false;
  expect(await get()).toBe('access');
  expect([saved, areOf('refresh-2')]).toEqual([['refresh-swordfish, refresh-2'], true]);
  pass(1);
  await get();
  expect(new URLSearchParams(server.requests[1]?.body).get('refresh_token')).toBe('refresh-2');
  expect(saved).toEqual(['refresh-swordfish, refresh-2', 'refresh-2, refresh-3']);
});

test.each([
  ['invalid_grant', /make a new refresh token/],
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
