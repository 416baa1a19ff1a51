import { once } from 'node:events';
import { and, eq, isNotNull } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { clients } from '../../src/clients/table.ts';
import { tokens } from '../../src/tokens/table.ts';
import { startApi } from '../support/api.ts';
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

const changes: [what: string, status: number, set: Partial<typeof tokens.$inferInsert>][] = [
  ['is revoked', 401, { revokedAt: '2026-01-01T00:00:00Z' }],
  ['loses its permission', 403, { permissions: ['clients:read'] }],
];

test.each(changes)(
  'nothing is stored for a token that %s while the body is arriving',
  async (_what, status, set) => {
    const organization = await api.organization();
    const token = await organization.userKey(['clients:read', 'clients:write']);
    const { finish, statuses } = await begin(origin, token, create);
    await isJudged(token);
    const usersKey = and(eq(tokens.organizationId, organization.id), isNotNull(tokens.userId));
    await api.database.db.update(tokens).set(set).where(usersKey);
    const mayWrite = async () => {
      const caller = await api.services.authenticate(token);
      return caller !== null && (caller.permissions === 'all' || caller.permissions.has('clients:write'));
    };
    await expect.poll(mayWrite).toBe(false);
    finish();
    expect(await statuses()).toEqual([status]);
    expect(await api.database.db.$count(clients, eq(clients.organizationId, organization.id))).toBe(0);
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
