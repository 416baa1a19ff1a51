import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { createToken, revokeToken, revokeTokensOfUser } from '../../src/tokens/queries.ts';
import { tokens } from '../../src/tokens/table.ts';
import { deleteUser } from '../../src/users/queries.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { open, readAll } from '../support/raw-socket.ts';

const api = await startApi();
const scarce = await startApi({ limits: { organizationPerMinute: 100, endpointPerMinute: 2 } });
const authenticate = vi.spyOn(api.services, 'authenticate');
const origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
const scarceOrigin = await scarce.app.listen({ port: 0, host: '127.0.0.1' });

/** Waits until the token has been judged, so that only the body is still waited for. */
async function isJudged(token: string): Promise<void> {
  const call = () => authenticate.mock.calls.findIndex(([judged]) => judged === token);
  await expect.poll(call).toBeGreaterThanOrEqual(0);
  await authenticate.mock.results[call()]?.value;
}

const body = JSON.stringify({ name: 'Late' });
const targets: Record<string, [target: string, body: string]> = {
  REST: ['POST /v1/clients', body],
  tRPC: ['POST /trpc/clients.create', body],
  'a tRPC batch': ['POST /trpc/clients.create,clients.create?batch=1', `{"0":${body},"1":${body}}`],
};

interface Key {
  readonly id: string;
  readonly token: string;
  readonly userId: string;
}

type Change = (key: Key, organization: TestOrganization) => Promise<unknown>;

const changes: Record<string, [status: number, change: Change]> = {
  'is revoked': [401, ({ id }, { db }) => revokeToken(db, id)],
  expires: [
    401,
    ({ id }) =>
      api.database.db.update(tokens).set({ expiresAt: '2026-01-01T00:00:00Z' }).where(eq(tokens.id, id)),
  ],
  'loses its user': [
    401,
    async ({ userId }, { db }) => {
      await revokeTokensOfUser(db, userId);
      await deleteUser(db, userId);
    },
  ],
  'loses its permission': [
    403,
    ({ id }) =>
      api.database.db
        .update(tokens)
        .set({ permissions: ['clients:read'] })
        .where(eq(tokens.id, id)),
  ],
};

const cases = [
  ...Object.keys(changes).map((what) => ['REST', what] as const),
  ['tRPC', 'is revoked'] as const,
  ['a tRPC batch', 'loses its permission'] as const,
];

test.each(cases)(
  'over %s, nothing is stored for a token that %s while the body is arriving',
  async (over, what) => {
    const [target, text] = targets[over] ?? expect.fail();
    const [status, change] = changes[what] ?? expect.fail();
    const organization = await api.organization();
    const { id: userId } = await organization.user();
    const key = await createToken(organization.db, {
      userId,
      permissions: ['clients:read', 'clients:write'],
      name: null,
      expiresAt: null,
    });
    const socket = await open(origin);
    const answered = readAll(socket);
    const head = `${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key.token}\r\n`;
    socket.write(
      `${head}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text.slice(0, 5)}`,
    );
    await isJudged(key.token);
    await change({ ...key, userId }, organization);
    const judged = async () => {
      const caller = await api.services.authenticate(key.token);
      return caller === null || !(caller.permissions === 'all' || caller.permissions.has('clients:write'));
    };
    await expect.poll(judged).toBe(true);
    socket.write(text.slice(5));
    expect((await answered).map((answer) => answer.status)).toEqual([status]);
    expect((await api.get('/v1/clients', { token: organization.token })).body.data).toEqual([]);
  },
);

test('a body that comes late with a token that is still valid is stored', async () => {
  const { token } = await api.organization();
  const socket = await open(origin);
  const head = `POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`);
  await isJudged(token);
  socket.write(body.slice(1));
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

test.each(Object.entries(targets))(
  'over %s, a caller over its limits is refused before the body arrives',
  async (_over, [target, text]) => {
    const { token } = await scarce.organization();
    for (let taken = 0; taken < 2; taken += 1)
      expect((await scarce.post('/v1/clients', { token, body })).status).toBe(200);
    const socket = await open(scarceOrigin);
    const head = `${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n{`);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 429 /);
    socket.destroy();
  },
);

test('an organization cannot have more bodies pending than its limits allow', async () => {
  const { token } = await scarce.organization();
  const head = `POST /v1/clients HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`;
  const sockets = await Promise.all(Array.from({ length: 10 }, () => open(scarceOrigin)));
  const answers = sockets.map(readAll);
  for (const socket of sockets)
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`);
  const waiting = () => sockets.filter(({ destroyed }) => !destroyed);
  await expect.poll(() => waiting().length).toBe(2);
  for (const socket of waiting()) socket.write(body.slice(1));
  const statuses = (await Promise.all(answers)).flat().map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 200, ...Array(8).fill(429)]);
});
