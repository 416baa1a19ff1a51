import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createAuthenticator } from '../../src/tokens/authenticate.ts';
import { createToken, listTokens, noteUse, revokeToken, rotateToken } from '../../src/tokens/queries.ts';
import { tokens } from '../../src/tokens/table.ts';
import { startApi, type TestOrganization } from '../support/api.ts';

const api = await startApi();

const status = async (token: string) => (await api.get('/v1/health', { token })).status;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function usedAt({ db }: TestOrganization, id: string): Promise<string | null | undefined> {
  return (await listTokens(db)).find((token) => token.id === id)?.lastUsedAt;
}

async function makeKey({ db }: TestOrganization, expiresAt: string | null = null) {
  return createToken(db, { userId: null, permissions: [], name: 'CRM sync', expiresAt });
}

const longAgo = '2020-01-01T00:00:00.000Z';
const backdate = (id: string) =>
  api.database.db.update(tokens).set({ lastUsedAt: longAgo }).where(eq(tokens.id, id));

test('a token that was never used says so, and its first use is noted', async () => {
  const organization = await api.organization();
  const { id, token, lastUsedAt } = await makeKey(organization);
  expect(lastUsedAt).toBeNull();
  expect(await status(token)).toBe(200);
  await expect.poll(() => usedAt(organization, id)).toMatch(/^\d{4}-.*\.\d{3}Z$/);
});

test('the use is written at most once a minute, however many processes note it', async () => {
  const organization = await api.organization();
  const { id } = await makeKey(organization);
  await noteUse(organization.db, id);
  const first = await usedAt(organization, id);
  await Promise.all([noteUse(organization.db, id), noteUse(organization.db, id)]);
  expect(await usedAt(organization, id)).toBe(first);
  await api.database.db
    .update(tokens)
    .set({ lastUsedAt: sql`now() - interval '61 seconds'` })
    .where(eq(tokens.id, id));
  await noteUse(organization.db, id);
  expect(await usedAt(organization, id)).toSatisfy((at: string) => at >= (first ?? ''));
});

test('a process writes a use again after a minute and not before', async () => {
  const organization = await api.organization();
  const { id, token } = await makeKey(organization);
  let nowMs = 1_000;
  const authenticate = createAuthenticator(api.database, pino({ level: 'silent' }), { now: () => nowMs });
  await authenticate(token);
  await expect.poll(() => usedAt(organization, id)).not.toBeNull();
  await backdate(id);
  nowMs += 60_000;
  await authenticate(token);
  const { id: other, token: otherToken } = await makeKey(organization);
  await authenticate(otherToken);
  await expect.poll(() => usedAt(organization, other)).not.toBeNull();
  expect(await usedAt(organization, id)).toBe(longAgo);
  nowMs += 1;
  await authenticate(token);
  await expect.poll(() => usedAt(organization, id)).not.toBe(longAgo);
});

test('the use of a token that is refused is not noted', async () => {
  const organization = await api.organization();
  const { id, token } = await makeKey(organization);
  await revokeToken(organization.db, id);
  expect(await status(token)).toBe(401);
  const later = await makeKey(organization);
  expect(await status(later.token)).toBe(200);
  await expect.poll(() => usedAt(organization, later.id)).not.toBeNull();
  expect(await usedAt(organization, id)).toBeNull();
});

test('rotation gives a new token with the same rights, and the old one goes on until the overlap ends', async () => {
  const organization = await api.organization();
  const { id: userId } = await organization.user();
  const old = await createToken(organization.db, {
    userId,
    permissions: ['clients:read'],
    name: 'CRM sync',
    expiresAt: null,
  });
  const oldExpiresAt = inHours(24);
  const rotated = await rotateToken(organization.db, old.id, oldExpiresAt);
  expect(rotated).toMatchObject({
    userId,
    permissions: ['clients:read'],
    name: 'CRM sync',
    lastUsedAt: null,
  });
  expect(rotated?.id).not.toBe(old.id);
  expect(rotated?.token).not.toBe(old.token);
  for (const token of [old.token, rotated?.token]) {
    expect((await api.get('/v1/clients', { token })).status).toBe(200);
    expect((await api.get('/v1/users', { token })).status).toBe(403);
  }
  const listed = await listTokens(organization.db);
  expect(listed.find(({ id }) => id === old.id)?.expiresAt).toBe(oldExpiresAt);
});

test('rotation without overlap ends the old token at once, remembered or not', async () => {
  const organization = await api.organization();
  const old = await makeKey(organization);
  expect(await status(old.token)).toBe(200);
  const rotated = await rotateToken(organization.db, old.id, inHours(0));
  await expect.poll(() => status(old.token), { timeout: 3_000 }).toBe(401);
  expect(await status(rotated?.token ?? '')).toBe(200);
});

test('rotation never prolongs the old token', async () => {
  const organization = await api.organization();
  const expiresAt = inHours(1);
  const old = await makeKey(organization, expiresAt);
  await rotateToken(organization.db, old.id, inHours(24));
  const listed = await listTokens(organization.db);
  expect(listed.find(({ id }) => id === old.id)?.expiresAt).toBe(expiresAt);
});

test('a token that is revoked, expired or of another organization cannot be rotated, and makes no new one', async () => {
  const organization = await api.organization();
  const revoked = await makeKey(organization);
  await revokeToken(organization.db, revoked.id);
  const expired = await makeKey(organization, inHours(-1));
  const foreign = await makeKey(await api.organization());
  const before = (await listTokens(organization.db)).length;
  for (const { id } of [revoked, expired, foreign]) {
    expect(await rotateToken(organization.db, id, inHours(24))).toBeUndefined();
  }
  expect(await listTokens(organization.db)).toHaveLength(before);
  expect(await status(foreign.token)).toBe(200);
});
