import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { listAuditEntries } from '../../src/core/db/audit/queries.ts';
import { type Permission, permissions } from '../../src/core/permissions.ts';
import { idempotencyKeys } from '../../src/core/rest/idempotency/table.ts';
import { createToken, listTokens } from '../../src/tokens/queries.ts';
import { deleteUser } from '../../src/users/queries.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { expectRefused, generous } from '../support/rules.ts';
import { callerOf, errorOf, resultOf } from '../support/trpc.ts';

const api = await startApi(generous);
const as = (token: string) => callerOf(api, token);
const status = async (token: string) => (await api.get('/v1/health', { token })).status;
const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

async function create({ token }: { token: string }, input: object) {
  return resultOf(await as(token).mutate('tokens.create', input)).data;
}

/** A key with some permissions, of a new user. */
async function keyOf({ db, user }: TestOrganization, granted: Permission[], expiresAt: string | null = null) {
  const { id: userId } = await user();
  const created = await createToken(db, { userId, permissions: granted, name: 'Key', expiresAt });
  return { ...created, userId };
}

test('a created token is shown once, and works', async () => {
  const organization = await api.organization();
  const { id: userId, email } = await organization.user();
  const expiresAt = inHours(24);
  const input = { name: ' CRM sync ', userId, permissions: ['clients:read', 'clients:read'], expiresAt };
  const created = await create(organization, input);
  expect(created).toEqual({
    id: expect.any(String),
    name: 'CRM sync',
    user: { id: userId, email },
    permissions: ['clients:read'],
    createdAt: expect.any(String),
    expiresAt,
    lastUsedAt: null,
    revokedAt: null,
    token: expect.stringMatching(/^sk_live_\w{32}$/),
  });
  expect((await api.get('/v1/clients', { token: created.token })).status).toBe(200);
  expect((await api.get('/v1/users', { token: created.token })).status).toBe(403);

  const listed = await as(organization.token).query('tokens.list');
  expect(listed.text).not.toContain(created.token);
  expect(api.logLines.join()).not.toContain(created.token.slice('sk_live_'.length));
});

test('without a user, it is an organization key, which a user key with every permission is not', async () => {
  const organization = await api.organization();
  for (const input of [{}, { userId: null, name: null, expiresAt: null, permissions: [] }]) {
    const { token, user, permissions: listed } = await create(organization, input);
    expect([user, listed]).toEqual([null, []]);
    const session = resultOf(await as(token).query('session.get')).data;
    expect(session.permissions).toEqual(permissions);
  }
  const { id: userId } = await organization.user();
  const { token } = await create(organization, { userId, permissions });
  const { data } = resultOf(await as(token).query('session.get'));
  expect([data.permissions, data.token.userId]).toEqual([permissions, userId]);
});

test('the session describes only the caller: its token, permissions and organization', async () => {
  const organization = await api.organization();
  const key = await keyOf(organization, ['users:read', 'clients:read'], inHours(1));
  expect(resultOf(await as(key.token).query('session.get')).data).toEqual({
    token: { id: key.id, name: 'Key', userId: key.userId, expiresAt: key.expiresAt },
    permissions: ['clients:read', 'users:read'],
    organization: { id: organization.id, name: 'Test', defaultTimezone: 'UTC' },
  });
});

test('all invalid fields are reported', async () => {
  const { token, user, db } = await api.organization();
  const { id: userId } = await user();
  const other = await api.organization();
  const foreign = await other.user();
  const gone = await user();
  const wrong: [object, ...string[]][] = [
    [{ name: '' }, 'name'],
    [{ userId: 'ann@acme.example' }, 'userId'],
    [{ userId: foreign.id }, 'userId'],
    [{ userId: gone.id }, 'userId'],
    [{ userId, permissions: ['clients:raed'] }, 'permissions.0'],
    [{ userId, permissions: 'clients:read' }, 'permissions'],
    [{ userId, permissions: Array(permissions.length + 1).fill('clients:read') }, 'permissions'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ expiresAt: '9999-12-31T23:59:59-23:59' }, 'expiresAt'],
    [{ permissions: ['clients:read'], expiresAt: inHours(-1) }, 'expiresAt', 'permissions'],
  ];
  await deleteUser(db, gone.id);
  for (const [input, ...fields] of wrong)
    expectRefused(await as(token).mutate('tokens.create', input), ...fields);
});

test.each([
  [0, 400],
  [1, 200],
  [10 * 366 * 86_400_000, 200],
  [10 * 366 * 86_400_000 + 1, 400],
])('a new token that would expire in %i ms is answered %i', async (inMs, status) => {
  const { token } = await api.organization();
  const nowMs = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(nowMs);
  const expiresAt = new Date(nowMs + inMs).toISOString();
  const answer = await as(token).mutate('tokens.create', { expiresAt });
  clock.mockRestore();
  expect(answer.status).toBe(status);
});

test('the list has revoked tokens and those of deleted users, too', async () => {
  const organization = await api.organization();
  const { userId } = await keyOf(organization, []);
  await deleteUser(organization.db, userId);
  const { id: tokenId } = await create(organization, { name: 'One' });
  await as(organization.token).mutate('tokens.revoke', { tokenId });
  const { data } = resultOf(await as(organization.token).query('tokens.list'));
  expect(data).toMatchObject([
    { user: null },
    { user: { id: userId, email: expect.stringContaining('@') } },
    { id: tokenId, revokedAt: expect.stringMatching(/Z$/) },
  ]);
});

test('a revoked token is refused at once, and revoking it again changes nothing', async () => {
  const organization = await api.organization();
  const { id: tokenId, token } = await create(organization, {});
  expect(await status(token)).toBe(200);
  const revoked = resultOf(await as(organization.token).mutate('tokens.revoke', { tokenId })).data;
  expect(revoked).toMatchObject({ id: tokenId, revokedAt: expect.stringMatching(/Z$/) });
  await expect.poll(() => status(token)).toBe(401);
  const again = resultOf(await as(organization.token).mutate('tokens.revoke', { tokenId })).data;
  expect(again.revokedAt).toBe(revoked.revokedAt);
  const entries = await listAuditEntries(organization.db, { limit: 100 });
  expect(entries.filter(({ operation }) => operation === 'tokens.revoke')).toHaveLength(1);
});

test('a rotated token has a successor with the same properties, and works until the overlap ends', async () => {
  const organization = await api.organization();
  const old = await keyOf(organization, ['clients:read']);
  const rotate = (overlapHours: number, tokenId = old.id) =>
    as(organization.token).mutate('tokens.rotate', { tokenId, overlapHours });
  const successor = resultOf(await rotate(24)).data;
  expect(successor).toMatchObject({ name: 'Key', permissions: ['clients:read'], expiresAt: null });
  expect(successor.user.id).toBe(old.userId);
  expect([await status(old.token), await status(successor.token)]).toEqual([200, 200]);
  const row = (await listTokens(organization.db, { limit: 100 })).find(({ id }) => id === old.id);
  const leftMs = Date.parse(row?.expiresAt ?? '') - Date.now();
  expect(leftMs).toBeLessThanOrEqual(24 * hourMs);
  expect(leftMs).toBeGreaterThan(23 * hourMs);
  expectRefused(await rotate(24), 'tokenId');

  const last = resultOf(await rotate(0, successor.id)).data;
  await expect.poll(() => status(successor.token)).toBe(401);
  expect(await status(last.token)).toBe(200);
  for (const overlapHours of [-1, 0.5, 721, '1', null])
    expectRefused(
      await as(organization.token).mutate('tokens.rotate', { tokenId: last.id, overlapHours }),
      'overlapHours',
    );
});

const needsOrganizationKey = { status: 403, code: 'forbidden', details: { requiredPermission: 'all' } };

test('a user key can grant only its own permissions', async () => {
  const organization = await api.organization();
  const { token, userId } = await keyOf(organization, ['tokens:write', 'clients:read']);
  const other = await organization.user();
  const granted = (id: string | null, some: string[]) =>
    as(token).mutate('tokens.create', { userId: id, permissions: some });
  expect((await granted(userId, ['clients:read', 'tokens:write'])).status).toBe(200);
  expect((await granted(other.id, ['clients:read'])).status).toBe(200);
  expect((await granted(userId, [])).status).toBe(200);
  for (const missing of permissions.filter((one) => !['tokens:write', 'clients:read'].includes(one)))
    for (const id of [userId, other.id])
      expect(errorOf(await granted(id, ['clients:read', missing]))).toEqual({
        status: 403,
        code: 'forbidden',
        details: { requiredPermission: missing },
      });
  for (const answer of [await granted(null, []), await as(token).mutate('tokens.create', {})])
    expect(errorOf(answer)).toEqual(needsOrganizationKey);
});

test('a user key can neither rotate nor revoke organization keys or keys with more permissions', async () => {
  const organization = await api.organization();
  const own = await keyOf(organization, ['tokens:write', 'clients:read']);
  const stronger = await keyOf(organization, ['clients:read', 'users:write']);
  const weaker = await keyOf(organization, ['clients:read']);
  const { id: organizationKey } = await create(organization, {});
  const before = await listTokens(organization.db, { limit: 100 });
  const lacking = { status: 403, code: 'forbidden', details: { requiredPermission: 'users:write' } };
  for (const [tokenId, refused] of [
    [stronger.id, lacking],
    [organizationKey, needsOrganizationKey],
  ] as const) {
    const rotate = await as(own.token).mutate('tokens.rotate', { tokenId, overlapHours: 1 });
    const revoke = await as(own.token).mutate('tokens.revoke', { tokenId });
    expect([errorOf(rotate), errorOf(revoke)]).toEqual([refused, refused]);
  }
  const unused = (rows: typeof before) => rows.map((row) => ({ ...row, lastUsedAt: null }));
  expect(unused(await listTokens(organization.db, { limit: 100 }))).toEqual(unused(before));
  expect((await as(own.token).mutate('tokens.revoke', { tokenId: weaker.id })).status).toBe(200);
  const rotated = resultOf(await as(own.token).mutate('tokens.rotate', { tokenId: own.id, overlapHours: 0 }));
  expect(rotated.data.permissions).toEqual(['tokens:write', 'clients:read']);
  await expect.poll(() => status(own.token)).toBe(401);
  expect(await status(rotated.data.token)).toBe(200);
});

test('an idempotency key has no effect, since the answer to a retry would have to be stored', async () => {
  const organization = await api.organization();
  const headers = { 'idempotency-key': 'the-same-key' };
  const made = [];
  for (let attempt = 0; attempt < 2; attempt++)
    made.push(resultOf(await as(organization.token).mutate('tokens.create', {}, { headers })).data.token);
  expect(new Set(made).size).toBe(2);
  const stored = eq(idempotencyKeys.organizationId, organization.id);
  expect(await api.database.db.$count(idempotencyKeys, stored)).toBe(0);
});
