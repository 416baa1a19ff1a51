import { and, eq, getTableColumns, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../core/db/database.ts';
import { pageById } from '../core/db/pages.ts';
import { statement } from '../core/db/statement.ts';
import type { TenantReader, TenantWriter } from '../core/db/tenant.ts';
import { insert, named, parameter, update } from '../core/db/tenant-statements.ts';
import { users } from '../users/table.ts';
import { tokens } from './table.ts';
import { generateToken, hashToken } from './token.ts';

const { organizationId, hash, ...columns } = getTableColumns(tokens);

const creation = insert('tokens.create', tokens, columns);

const notExpired = or(isNull(tokens.expiresAt), gt(tokens.expiresAt, sql`now()`));

const revocation = update('tokens.revoke', tokens, { id: tokens.id }, ({ id }) => ({
  columns,
  where: and(eq(tokens.id, id), isNull(tokens.revokedAt)),
  set: { revokedAt: sql`now()` },
}));

const ofUser = update('tokens.revokeOfUser', tokens, { userId: tokens.userId }, ({ userId }) => ({
  columns: { id: tokens.id },
  where: and(eq(tokens.userId, userId), isNull(tokens.revokedAt)),
  set: { revokedAt: sql`now()` },
}));

const byId = named('tokens.get', { id: tokens.id }, (db, { id }) =>
  db.select(columns, tokens, eq(tokens.id, id)),
);

const namesById = named('tokens.names', { ids: parameter<string[]>() }, (db, { ids }) =>
  db.select({ id: tokens.id, name: tokens.name }, tokens, sql`${tokens.id} = any(${ids}::uuid[])`),
);

/** Locked, so that only one of several simultaneous rotations succeeds. */
const rotatable = named('tokens.rotatable', { id: tokens.id }, (db, { id }) =>
  db
    .select(
      {
        userId: tokens.userId,
        permissions: tokens.permissions,
        name: tokens.name,
        /** The successor's expiry: the token's original lifetime, counted from now. */
        expiresAt: sql<string | null>`(now() + (${tokens.expiresAt} - ${tokens.createdAt}))::text`,
      },
      tokens,
      and(eq(tokens.id, id), isNull(tokens.replacedBy), isNull(tokens.revokedAt), notExpired),
    )
    .for('update'),
);

const ending = update(
  'tokens.end',
  tokens,
  { id: tokens.id, endsAt: tokens.expiresAt },
  ({ id, endsAt }) => ({
    columns: { id: tokens.id },
    where: eq(tokens.id, id),
    set: { expiresAt: sql`least(${tokens.expiresAt}, ${endsAt}::timestamptz)` },
  }),
);

type TokenValues = Pick<typeof tokens.$inferSelect, 'userId' | 'permissions' | 'name' | 'expiresAt'>;

/** Creates a token and returns it. Only its hash is stored. A token of a deleted user is never valid. */
export async function createToken(db: TenantWriter, { userId, permissions, name, expiresAt }: TokenValues) {
  const token = generateToken();
  const hash = await hashToken(token);
  const created = await db.insertOne(creation, { userId, permissions, name, expiresAt, hash });
  return { ...created, token };
}

/** The token with this id, revoked and expired ones included; undefined when the organization has no such token. */
export const getToken = (db: TenantReader, id: string) => db.first(byId, { id });

/** The names of these tokens by id, null for a token without one. */
export const namesOfTokens = async (db: TenantReader, ids: string[]) =>
  new Map((await db.all(namesById, { ids })).map(({ id, name }) => [id, name]));

/** A page of the organization's tokens in order of creation, without their hashes. */
export const listTokens = pageById('tokens.list', tokens, columns);

/** Revokes a token. Undefined when the organization has no such token, or it is already revoked. */
export const revokeToken = async (db: TenantWriter, id: string) => (await db.write(revocation, { id }))[0];

/**
 * Replaces a token, once: creates one with the same name, user, permissions and lifetime (counted from now), and makes the
 * old one expire at `endsAt` at the latest. Undefined when the old one is unknown, revoked, expired or replaced.
 */
export function rotateToken(db: TenantWriter, id: string, endsAt: string) {
  return db.transaction(async (transaction) => {
    const old = await transaction.first(rotatable, { id });
    if (!old) return undefined;
    const successor = await createToken(transaction, old);
    await transaction.write(ending, { id, endsAt }, { replacedBy: successor.id });
    return successor;
  });
}

export const revokeTokensOfUser = (db: TenantWriter, userId: string) => db.write(ofUser, { userId });

/** Finds the organization of a token. For the CLI, which identifies tokens by id alone. */
export async function findTokenOrganization(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ organizationId }).from(tokens).where(eq(tokens.id, id));
  return row?.organizationId;
}

/** True for a token whose last use was recorded more than a minute ago, or never. */
const isUseDue = sql<boolean>`(${tokens.lastUsedAt} is null or ${tokens.lastUsedAt} < now() - interval '1 minute')`;

/** The parameter `hashes` is hashes separated by spaces. */
const hasOneOfTheHashes = sql`${tokens.hash} = any(array(select decode(hash, 'hex') from unnest(string_to_array(${sql.placeholder('hashes')}, ' ')) as hash))`;

/**
 * Finds tokens by their `hashes` unless they are revoked or expired or their user is deleted. Runs before the tenant of a
 * request is known.
 */
export const findByHashes = statement('tokens.byHashes', (db, name) =>
  db
    .select({ ...columns, organizationId, hash, isUseDue })
    .from(tokens)
    .leftJoin(users, and(eq(users.organizationId, tokens.organizationId), eq(users.id, tokens.userId)))
    .where(and(hasOneOfTheHashes, isNull(tokens.revokedAt), notExpired, isNull(users.deletedAt)))
    .prepare(name),
);

/**
 * Records the last use of tokens, each at most once a minute. Skips tokens that another process is updating, so that
 * processes never wait for each other.
 */
export const recordLastUse = statement('tokens.recordLastUse', (db, name) => {
  const due = db
    .select({ hash: tokens.hash })
    .from(tokens)
    .where(and(hasOneOfTheHashes, isUseDue))
    .for('update', { skipLocked: true });
  return db.update(tokens).set({ lastUsedAt: sql`now()` }).where(inArray(tokens.hash, due)).prepare(name);
});
