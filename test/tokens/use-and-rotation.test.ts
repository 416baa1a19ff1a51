import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createToken, listTokens, noteUses, revokeToken, rotateToken } from '../../src/tokens/queries.ts';
import { tokens } from '../../src/tokens/table.ts';
import { startApi, type TestOrganization } from '../support/api.ts';

const api = await startApi();

const status = async (token: string) => (await api.get('/v1/health', { token })).status;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function usedAt({ db }: Pick<TestOrganization, 'db'>, id: string): Promise<string | null | undefined> {
  return (await listTokens(db)).find((token) => token.id === id)?.lastUsedAt;
}

async function makeKey({ db }: Pick<TestOrganization, 'db'>, expiresAt: string | null = null) {
  return createToken(db, { userId: null, permissions: [], name: 'CRM sync', expiresAt });
}

const writeUse = (id: string, secondsAgo: number) =>
  api.database.db
    .update(tokens)
    .set({ lastUsedAt: sql`now() - ${secondsAgo} * interval '1 second'` })
    .where(eq(tokens.id, id));

test.concurrent('a token that was never used says so, and its first use is noted', async ({ expect }) => {
  const organization = await api.organization();
  const { id, token, lastUsedAt } = await makeKey(organization);
  expect(lastUsedAt).toBeNull();
  expect(await status(token)).toBe(200);
  await expect.poll(() => usedAt(organization, id)).toMatch(/^\d{4}-.*\.\d{3}Z$/);
});

test.concurrent('the use is written at most once a minute, however many processes note it', async ({
  expect,
}) => {
  const organization = await api.organization();
  const { id: organizationId } = organization;
  const { id: tokenId } = await makeKey(organization);
  const note = () => noteUses(api.database.db, [{ organizationId, tokenId }]);
  await note();
  const first = await usedAt(organization, tokenId);
  await Promise.all([note(), note()]);
  expect(await usedAt(organization, tokenId)).toBe(first);
  await writeUse(tokenId, 59);
  const recent = await usedAt(organization, tokenId);
  await note();
  expect(await usedAt(organization, tokenId)).toBe(recent);
  await writeUse(tokenId, 61);
  await note();
  expect(await usedAt(organization, tokenId)).toSatisfy((at: string) => at >= (first ?? ''));
});

test.concurrent('uses of many organizations are noted together', async ({ expect }) => {
  const organizations = await Promise.all([api.organization(), api.organization()]);
  const uses = await Promise.all(
    organizations.map(async ({ id, db }) => ({ organizationId: id, tokenId: (await makeKey({ db })).id })),
  );
  await noteUses(api.database.db, uses);
  for (const [index, { db }] of organizations.entries()) {
    expect(await usedAt({ db }, uses[index]?.tokenId ?? '')).toMatch(/Z$/);
  }
});

test.concurrent('a use is noted again once what is written is a minute old, and not before', async ({
  expect,
}) => {
  const organization = await api.organization();
  const [old, recent] = [await makeKey(organization), await makeKey(organization)];
  await writeUse(old.id, 3_600);
  await writeUse(recent.id, 50);
  const before = await usedAt(organization, old.id);
  const written = await usedAt(organization, recent.id);
  expect(await status(recent.token)).toBe(200);
  expect(await status(old.token)).toBe(200);
  await expect.poll(() => usedAt(organization, old.id)).not.toBe(before);
  expect(await usedAt(organization, recent.id)).toBe(written);
});

test.concurrent('the use of a token that is refused is not noted', async ({ expect }) => {
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
