import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { createAuthenticator } from '../../src/tokens/authenticate.ts';
import { createToken, findByHashes, revokeToken, revokeTokensOfUser } from '../../src/tokens/queries.ts';
import { tokens } from '../../src/tokens/table.ts';
import { generateToken, hashToken } from '../../src/tokens/token.ts';
import { users } from '../../src/users/table.ts';
import { isProduction, openTestDatabase, startApi, type TestOrganization } from '../support/api.ts';
import { refuseWrites } from '../support/refuse-writes.ts';
import { justNow } from '../support/timeouts.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi();
const silent = pino({ level: 'silent' });
const standing = { now: () => 1 };

/** An authenticator of another process, for which no time passes: it forgets only what it is told to. */
const otherDatabase = isProduction ? await openTestDatabase() : api.database;
const { authenticate: elsewhere } = createAuthenticator(otherDatabase, silent, standing);
afterAll(async () => {
  if (isProduction) await otherDatabase.close();
});

const organizationKey = { userId: null, permissions: [], name: null, expiresAt: null };
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const isKnownElsewhere = async (token: string) => (await elsewhere(token)) !== null;

const freshKey = ({ db }: TestOrganization, values: Partial<Parameters<typeof createToken>[1]> = {}) =>
  createToken(db, { ...organizationKey, ...values });

/** Runs `work` while the clock of this process stands still. */
async function atTime(ms: number, work: () => Promise<void>) {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(ms);
  await work().finally(() => clock.mockRestore());
}

test('a key of a deleted user is refused even if another organization has a user with the same id', async () => {
  const organization = await api.organization();
  const token = await organization.userKey(['clients:read']);
  await addTwin(api.database, organization.id);
  await api.database.db
    .update(users)
    .set({ deletedAt: '2026-01-01T00:00:00Z' })
    .where(eq(users.organizationId, organization.id));
  expect(await elsewhere(token)).toBeNull();
});

test('a token that was looked up before it existed is accepted as soon as it exists', async () => {
  const { db } = await api.organization();
  const token = generateToken();
  expect(await isKnownElsewhere(token)).toBe(false);
  await db.insert(tokens, [{ hash: await hashToken(token) }]).returning({ id: tokens.id });
  expect(await isKnownElsewhere(token)).toBe(true);
});

// The embedded engine has the clock of the process.
test.runIf(isProduction)('a process whose clock was set back accepts no expired token', async () => {
  const organization = await api.organization();
  const { token } = await freshKey(organization, { expiresAt: inSeconds(-60) });
  await atTime(Date.now() - 2 * 86_400_000, async () => {
    expect(await isKnownElsewhere(token)).toBe(false);
    expect(await isKnownElsewhere(organization.token)).toBe(true);
  });
});

test("revoking a user's keys leaves all other keys as they are", async () => {
  const organization = await api.organization();
  const [one, other] = [await organization.user(), await organization.user()];
  const keyOfOne = () => freshKey(organization, { userId: one.id });
  const keys = [await keyOfOne(), await keyOfOne()];
  const others = [organization.token, (await freshKey(organization, { userId: other.id })).token];
  for (const { token } of keys) expect(await isKnownElsewhere(token)).toBe(true);
  await revokeTokensOfUser(organization.db, one.id);
  for (const { token } of keys) await expect.poll(() => isKnownElsewhere(token)).toBe(false);
  for (const token of others) expect(await isKnownElsewhere(token)).toBe(true);
});

const changes: Record<string, object | null> = {
  'a deletion': null,
  'a revocation': { revokedAt: sql`now()` },
  'an expiry': { expiresAt: sql`now() - interval '1 second'` },
  'another hash': { hash: sql`sha256(random()::text::bytea)` },
  'the loss of a permission': { permissions: [] },
};

test.each(Object.entries(changes))(
  '%s written by plain SQL reaches every process that has cached the token',
  async (_change, set) => {
    const organization = await api.organization();
    const { id: userId } = await organization.user();
    const { id, token } = await freshKey(organization, { userId, permissions: ['clients:read'] });
    const mayRead = async () => {
      const caller = await elsewhere(token);
      return caller !== null && caller.permissions !== 'all' && caller.permissions.has('clients:read');
    };
    expect(await mayRead()).toBe(true);
    const { db } = api.database;
    await (set ? db.update(tokens).set(set) : db.delete(tokens)).where(eq(tokens.id, id));
    await expect.poll(mayRead).toBe(false);
  },
);

/** An authenticator that hears of no changes, and a clock that only the test moves. */
function withoutNotifications() {
  const clock = { ms: 1_000, now: () => clock.ms };
  const deaf = { ...api.database, listen: async () => {} };
  return { clock, ...createAuthenticator(deaf, silent, clock) };
}

test('without notifications, a token is cached for 5 s and then looked up again', async () => {
  const organization = await api.organization();
  const { id, token } = await freshKey(organization);
  const { clock, authenticate } = withoutNotifications();
  const isKnown = async () => (await authenticate(token)) !== null;
  expect(await isKnown()).toBe(true);
  await revokeToken(organization.db, id);
  expect(await isKnown()).toBe(true);
  clock.ms += 4_999;
  expect(await isKnown()).toBe(true);
  clock.ms += 1;
  expect(await isKnown()).toBe(false);
});

test('a cached token is looked up again when it is due to expire', async () => {
  const organization = await api.organization();
  const nowMs = Date.now();
  const expiresAt = new Date(nowMs + 3_000).toISOString();
  const { id, token } = await freshKey(organization, { expiresAt });
  const { clock, authenticate } = withoutNotifications();
  const isKnown = async () => (await authenticate(token)) !== null;
  await atTime(nowMs, async () => {
    expect(await isKnown()).toBe(true);
  });
  await api.database.db.update(tokens).set({ expiresAt: justNow }).where(eq(tokens.id, id));
  clock.ms += 2_999;
  expect(await isKnown()).toBe(true);
  clock.ms += 1;
  expect(await isKnown()).toBe(false);
});

test('cached tokens due together are looked up in one statement, and each gets its own result', async () => {
  const organizations = await Promise.all(Array.from({ length: 5 }, () => api.organization()));
  const { clock, authenticate, cacheState } = withoutNotifications();
  const callers = () => Promise.all(organizations.map(({ token }) => authenticate(token)));
  await callers();
  clock.ms += 5_000;
  const lookUp = vi.spyOn(findByHashes, 'run');
  const found = await callers();
  expect(lookUp).toHaveBeenCalledTimes(1);
  lookUp.mockRestore();
  expect(found.map((caller) => caller?.organizationId)).toEqual(organizations.map(({ id }) => id));
  await callers();
  expect(cacheState()).toEqual({ hits: 5, misses: 10 });
});

test('a look-up that fails or never ends keeps only those that share it', async () => {
  const { token } = await api.organization();
  const { clock, authenticate } = withoutNotifications();
  expect(await authenticate(token)).not.toBeNull();
  clock.ms += 5_000;
  const lookUp = vi.spyOn(findByHashes, 'run');
  lookUp.mockReturnValueOnce(new Promise(() => {})).mockRejectedValueOnce(new Error('no connection'));
  try {
    Promise.resolve(authenticate(token)).catch(() => null);
    await expect.poll(() => lookUp.mock.calls.length).toBe(1);
    await expect(authenticate(token)).rejects.toThrow('no connection');
    expect(await authenticate(token)).not.toBeNull();
  } finally {
    lookUp.mockRestore();
  }
});

test('a token that changes during its look-up is looked up again', async () => {
  const organization = await api.organization();
  const { id, token } = await freshKey(organization);
  let hear = (_tokenId: string) => {};
  const listen: typeof api.database.listen = async (_channel, onMessage) => {
    hear = onMessage;
  };
  const { authenticate } = createAuthenticator({ ...api.database, listen }, silent, standing);
  const run = findByHashes.run;
  const lookUp = vi.spyOn(findByHashes, 'run').mockImplementationOnce(async (...args) => {
    const rows = await run(...args);
    await revokeToken(organization.db, id);
    hear(id);
    return rows;
  });
  try {
    expect(await authenticate(token)).not.toBeNull();
  } finally {
    lookUp.mockRestore();
  }
  expect(await authenticate(token)).toBeNull();
});

test('the caller of a token is known without a lookup after the first one, until it is found revoked', async () => {
  const organization = await api.organization();
  const key = await freshKey(organization);
  expect(api.services.callerOf(key.token)).toBeUndefined();
  const caller = await api.services.authenticate(key.token);
  expect(caller).not.toBeNull();
  expect(api.services.callerOf(key.token)).toEqual(caller);
  for (const other of [undefined, '', 'sk_live_', generateToken()]) {
    expect(api.services.callerOf(other)).toBeUndefined();
    await api.services.authenticate(other);
    expect(api.services.callerOf(other)).toBeUndefined();
  }
  await revokeToken(organization.db, key.id);
  await expect.poll(() => api.services.authenticate(key.token)).toBeNull();
  expect(api.services.callerOf(key.token)).toBeUndefined();
});

test('a use that cannot be written is logged, and the token stays valid', async () => {
  const key = await freshKey(await api.organization());
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const { authenticate } = createAuthenticator(api.database, log);
  const allow = await refuseWrites(api.database, {
    on: 'tokens',
    before: 'update',
    when: `new.id = '${key.id}'`,
  });
  expect(await authenticate(key.token)).not.toBeNull();
  await expect.poll(() => lines.length).toBe(1);
  await allow();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, tokens: 1 }]);
  expect(await authenticate(key.token)).not.toBeNull();
});
