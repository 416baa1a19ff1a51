import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createAuthenticator } from '../../src/tokens/authenticate.ts';
import {
  createToken,
  getToken,
  listTokens,
  recordLastUse,
  revokeToken,
  revokeTokensOfUser,
  rotateToken,
} from '../../src/tokens/queries.ts';
import { tokens } from '../../src/tokens/table.ts';
import { hashToken } from '../../src/tokens/token.ts';
import { deleteUser } from '../../src/users/queries.ts';
import { isProduction, startApi, type TestOrganization } from '../support/api.ts';

const api = await startApi();

// The embedded database has one connection: what is first comes first.
const rounds = isProduction ? 8 : 2;
const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

async function makeKey({ db }: Pick<TestOrganization, 'db'>, expiresAt: string | null = null) {
  return createToken(db, { userId: null, permissions: [], name: 'CRM sync', expiresAt });
}

const listed = async ({ db }: Pick<TestOrganization, 'db'>, id: string | undefined) =>
  (await listTokens(db, { limit: 100 })).find((token) => token.id === id);

const usedAt = async (organization: Pick<TestOrganization, 'db'>, id: string) =>
  (await listed(organization, id))?.lastUsedAt;

const log = createLog({ logLevel: 'silent' });
const authenticate = (token: string) => createAuthenticator(api.database, log).authenticate(token);
const successorOf = async ({ db }: Pick<TestOrganization, 'db'>, id: string) =>
  (await getToken(db, id))?.replacedBy;

test('an unused token says so, and its first use is recorded, but none of a refused token', async () => {
  const organization = await api.organization();
  const { id, token, lastUsedAt } = await makeKey(organization);
  expect(lastUsedAt).toBeNull();
  const refused = await makeKey(organization);
  await revokeToken(organization.db, refused.id);
  for (const each of [refused.token, token]) await authenticate(each);
  await expect.poll(() => usedAt(organization, id)).toMatch(/^\d{4}-.*\.\d{3}Z$/);
  expect(await usedAt(organization, refused.id)).toBeNull();
});

test('a use is written once the stored one is more than a minute old, whichever process wrote that', async () => {
  const { id: tokenId, token } = await makeKey(await api.organization());
  // Time stands still in a transaction.
  await api.database.db.transaction(async (transaction) => {
    const writtenAfter = async (seconds: number) => {
      const at = sql`now() - ${seconds} * interval '1 second'`;
      const [before] = await transaction
        .update(tokens)
        .set({ lastUsedAt: at })
        .where(eq(tokens.id, tokenId))
        .returning();
      await recordLastUse.run(transaction, { hashes: await hashToken(token) });
      const [after] = await transaction.select().from(tokens).where(eq(tokens.id, tokenId));
      return before?.lastUsedAt !== after?.lastUsedAt;
    };
    expect([await writtenAfter(59.999), await writtenAfter(60.001)]).toEqual([false, true]);
  });
});

test('a token that is revoked or expired cannot be rotated, and no new one is created', async () => {
  const organization = await api.organization();
  const revoked = await makeKey(organization);
  await revokeToken(organization.db, revoked.id);
  const expired = await makeKey(organization, inHours(-1));
  const before = (await listTokens(organization.db, { limit: 100 })).length;
  for (const { id } of [revoked, expired]) {
    expect(await rotateToken(organization.db, id, inHours(24))).toBeUndefined();
  }
  expect(await listTokens(organization.db, { limit: 100 })).toHaveLength(before);
});

test('exactly one of simultaneous rotations creates a successor, and none prolongs the old token', async () => {
  const organization = await api.organization();
  const expiresAt = inHours(1);
  const old = await makeKey(organization, expiresAt);
  const before = (await listTokens(organization.db, { limit: 100 })).length;
  const rotate = () => rotateToken(organization.db, old.id, inHours(24));
  const rotated = await Promise.all(Array.from({ length: 8 }, rotate));
  const [successor, ...others] = rotated.filter((made) => made !== undefined);
  expect(others).toEqual([]);
  expect(await listTokens(organization.db, { limit: 100 })).toHaveLength(before + 1);
  expect(await successorOf(organization, old.id)).toBe(successor?.id);
  expect((await listed(organization, old.id))?.expiresAt).toBe(expiresAt);
});

test('a successor gets the same lifetime as the old token, starting now', async () => {
  const organization = await api.organization();
  const old = await makeKey(organization, inHours(90 * 24));
  // A month has passed.
  await api.database.db
    .update(tokens)
    .set({
      createdAt: sql`${tokens.createdAt} - interval '30 days'`,
      expiresAt: sql`${tokens.expiresAt} - interval '30 days'`,
    })
    .where(eq(tokens.id, old.id));
  const lifetimeOf = (token: { createdAt: string; expiresAt: string | null } | undefined) =>
    Date.parse(token?.expiresAt ?? '') - Date.parse(token?.createdAt ?? '');
  const lifetime = lifetimeOf(await listed(organization, old.id));
  let { id } = old;
  for (let rotation = 0; rotation < 3; rotation++) {
    const successor = await rotateToken(organization.db, id, inHours(0.5));
    expect(lifetimeOf(successor)).toBe(lifetime);
    expect(Math.abs(Date.parse(successor?.createdAt ?? '') - Date.now())).toBeLessThan(hourMs);
    id = successor?.id ?? '';
  }
});

test('a token rotated while being revoked ends, and has at most one successor', async () => {
  const organization = await api.organization();
  for (let round = 0; round < rounds; round++) {
    const old = await makeKey(organization);
    const acts = [
      () => rotateToken(organization.db, old.id, inHours(24)),
      () => revokeToken(organization.db, old.id),
    ];
    await Promise.all((round % 2 === 0 ? acts : acts.reverse()).map((act) => act()));
    const row = await listed(organization, old.id);
    expect(row?.revokedAt).toMatch(/Z$/);
    const successor = await successorOf(organization, old.id);
    if (successor) expect((await listed(organization, successor))?.revokedAt).toBeNull();
    expect(await rotateToken(organization.db, old.id, inHours(24))).toBeUndefined();
  }
});

test('a rotation that fails midway leaves the old token unchanged', async () => {
  const organization = await api.organization();
  const old = await makeKey(organization, inHours(24));
  const before = await listTokens(organization.db, { limit: 100 });
  await expect(rotateToken(organization.db, old.id, 'no time')).rejects.toThrow();
  expect(await listTokens(organization.db, { limit: 100 })).toEqual(before);
  expect(await successorOf(organization, old.id)).toBeNull();
  expect(await rotateToken(organization.db, old.id, inHours(1))).toBeDefined();
});

test.each(['made', 'rotated'])('a key that is %s while its user is deleted is never valid', async (act) => {
  const organization = await api.organization();
  for (let round = 0; round < rounds; round++) {
    const { id: userId } = await organization.user();
    const values = { userId, permissions: [], name: null, expiresAt: null };
    const { id } = await createToken(organization.db, values);
    const acts = [
      () =>
        organization.db.transaction(async (transaction) => {
          await deleteUser(transaction, userId);
          await revokeTokensOfUser(transaction, userId);
        }),
      () =>
        act === 'made' ? createToken(organization.db, values) : rotateToken(organization.db, id, inHours(24)),
    ] as const;
    const made =
      round % 2 === 0
        ? (await Promise.all([acts[0](), acts[1]()]))[1]
        : (await Promise.all([acts[1](), acts[0]()]))[0];
    if (made) expect(await authenticate(made.token)).toBeNull();
  }
});
