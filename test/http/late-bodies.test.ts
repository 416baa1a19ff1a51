import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import type { Permission } from '../../src/core/permissions.ts';
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
type Target = [line: string, body: string];
const create: Target = ['POST /v1/clients', body];
const batch = `{"0":${body},"1":${body}}`;
const targets: Record<string, Target> = {
  REST: create,
  tRPC: ['POST /trpc/clients.create', body],
  'a tRPC batch': ['POST /trpc/clients.create,clients.create?batch=1', batch],
};

/** Opens a connection and sends a request without the end of its body, which `finish` sends. */
async function begin(at: string, token: string, [line, text]: Target) {
  const socket = await open(at);
  const answers = readAll(socket);
  const head = `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n{`);
  return {
    socket,
    finish: () => socket.write(text.slice(1)),
    statuses: async () => (await answers).map(({ status }) => status),
  };
}

type Change = (key: { id: string; userId: string }, organization: TestOrganization) => Promise<unknown>;

const set = (id: string, values: Partial<typeof tokens.$inferInsert>) =>
  api.database.db.update(tokens).set(values).where(eq(tokens.id, id));

const changes: Record<string, [status: number, change: Change]> = {
  'is revoked': [401, ({ id }, { db }) => revokeToken(db, id)],
  expires: [401, ({ id }) => set(id, { expiresAt: '2026-01-01T00:00:00Z' })],
  'loses its user': [
    401,
    async ({ userId }, { db }) => {
      await revokeTokensOfUser(db, userId);
      await deleteUser(db, userId);
    },
  ],
  'loses its permission': [403, ({ id }) => set(id, { permissions: ['clients:read'] })],
};

const cases = [
  ...Object.keys(changes).map((what) => ['REST', what] as const),
  ['tRPC', 'is revoked'] as const,
  ['a tRPC batch', 'loses its permission'] as const,
];

test.each(cases)(
  'over %s, nothing is stored for a token that %s while the body is arriving',
  async (over, what) => {
    const [status, change] = changes[what] ?? expect.fail();
    const organization = await api.organization();
    const { id: userId } = await organization.user();
    const permissions: Permission[] = ['clients:read', 'clients:write'];
    const key = await createToken(organization.db, { userId, permissions, name: null, expiresAt: null });
    const { finish, statuses } = await begin(origin, key.token, targets[over] ?? expect.fail());
    await isJudged(key.token);
    await change({ ...key, userId }, organization);
    const judged = async () => {
      const caller = await api.services.authenticate(key.token);
      return caller === null || !(caller.permissions === 'all' || caller.permissions.has('clients:write'));
    };
    await expect.poll(judged).toBe(true);
    finish();
    expect(await statuses()).toEqual([status]);
    expect((await api.get('/v1/clients', { token: organization.token })).body.data).toEqual([]);
  },
);

test.each(Object.entries(targets))(
  'over %s, a caller over its limits is refused before the body arrives',
  async (_over, target) => {
    const { token } = await scarce.organization();
    for (let taken = 0; taken < 2; taken += 1)
      expect((await scarce.post('/v1/clients', { token, body })).status).toBe(200);
    const { socket } = await begin(scarceOrigin, token, target);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 429 /);
    socket.destroy();
  },
);

test('an organization cannot have more bodies pending than its limits allow', async () => {
  const { token } = await scarce.organization();
  const requests = await Promise.all(Array.from({ length: 10 }, () => begin(scarceOrigin, token, create)));
  const waiting = () => requests.filter(({ socket }) => !socket.destroyed);
  await expect.poll(() => waiting().length).toBe(2);
  for (const { finish } of waiting()) finish();
  const statuses = (await Promise.all(requests.map((request) => request.statuses()))).flat();
  expect(statuses.sort()).toEqual([200, 200, ...Array(8).fill(429)]);
});
