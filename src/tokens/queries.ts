import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../core/db.ts';
import type { Permission } from '../core/permissions.ts';
import { select, type TenantDb, type TenantReader, update } from '../core/tenant.ts';
import { users } from '../users/table.ts';
import { tokens } from './table.ts';
import { generateToken, hashToken } from './token.ts';

const columns = {
  id: tokens.id,
  name: tokens.name,
  userId: tokens.userId,
  permissions: tokens.permissions,
  createdAt: tokens.createdAt,
  expiresAt: tokens.expiresAt,
  lastUsedAt: tokens.lastUsedAt,
  revokedAt: tokens.revokedAt,
};

const all = select('tokens.list', tokens, [], () => ({ columns, orderBy: [asc(tokens.id)] }));

const revocation = update('tokens.revoke', tokens, ['id'], ({ id }) => ({
  columns,
  where: and(eq(tokens.id, id), isNull(tokens.revokedAt)),
  set: { revokedAt: sql`now()` },
}));

const ofUser = update('tokens.revokeOfUser', tokens, ['userId'], ({ userId }) => ({
  columns: { id: tokens.id },
  where: and(eq(tokens.userId, userId), isNull(tokens.revokedAt)),
  set: { revokedAt: sql`now()` },
}));

const ending = update('tokens.end', tokens, ['id', 'oldExpiresAt'], ({ id, oldExpiresAt }) => ({
  columns,
  where: and(
    eq(tokens.id, id),
    isNull(tokens.revokedAt),
    or(isNull(tokens.expiresAt), gt(tokens.expiresAt, sql`now()`)),
  ),
  set: { expiresAt: sql`least(${tokens.expiresAt}, ${oldExpiresAt}::timestamptz)` },
}));

/** True for a token whose use is to be written: it never was, or that is more than a minute ago. */
const isUseDue = sql<boolean>`(${tokens.lastUsedAt} is null or ${tokens.lastUsedAt} < now() - interval '1 minute')`;

/** Makes a token. What it returns is the only time that the token itself is shown. */
export async function createToken(
  db: TenantDb,
  values: { userId: string | null; permissions: Permission[]; name: string | null; expiresAt: string | null },
) {
  const token = generateToken();
  const [created] = await db.insert(tokens, [{ ...values, hash: await hashToken(token) }], columns);
  if (!created) throw new Error('The new token was not returned.');
  return { ...created, token };
}

/** The organization's tokens in order of creation, without their hashes. */
export const listTokens = (db: TenantReader) => db.all(all, {});

/** Revokes a token. Undefined when the organization has no such token, or it is revoked already. */
export const revokeToken = async (db: TenantDb, id: string) => (await db.update(revocation, {}, { id }))[0];

/**
 * Replaces a token: makes a new one with the same name, user and permissions, and lets the old one end at `oldExpiresAt`,
 * or earlier if it was to. Undefined when the old one is revoked or expired.
 */
export function rotateToken(db: TenantDb, id: string, oldExpiresAt: string) {
  return db.transaction(async (transaction) => {
    const [old] = await transaction.update(ending, {}, { id, oldExpiresAt });
    if (!old) return undefined;
    const { userId, permissions, name } = old;
    return createToken(transaction, { userId, permissions, name, expiresAt: null });
  });
}

/** Revokes all tokens of a user. */
export async function revokeTokensOfUser(db: TenantDb, userId: string): Promise<void> {
  await db.update(ofUser, {}, { userId });
}

/** A token that was used, and whose it is. */
export interface TokenUse {
  readonly organizationId: string;
  readonly tokenId: string;
}

/**
 * Notes that tokens were used, each at most once a minute. Those that another process is writing are left to it, so that
 * two of them never wait for each other.
 */
export async function noteUses(db: Db, uses: readonly TokenUse[]): Promise<void> {
  const used = db.$with('used').as(
    db
      .select({ organizationId: tokens.organizationId, id: tokens.id })
      .from(tokens)
      .where(
        and(
          sql`(${tokens.organizationId}, ${tokens.id}) in (
            select organization_id, token_id
            from json_to_recordset(${JSON.stringify(uses.map(({ organizationId, tokenId }) => ({ organization_id: organizationId, token_id: tokenId })))}::json)
              as noted (organization_id uuid, token_id uuid))`,
          isUseDue,
        ),
      )
      .for('update', { skipLocked: true }),
  );
  await db
    .with(used)
    .update(tokens)
    .set({ lastUsedAt: sql`now()` })
    .from(used)
    .where(and(eq(tokens.organizationId, used.organizationId), eq(tokens.id, used.id)));
}

/** The organization of a token, for the operator, who names tokens by id alone. */
export async function findTokenOrganization(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ organizationId: tokens.organizationId })
    .from(tokens)
    .where(eq(tokens.id, id));
  return row?.organizationId;
}

/**
 * Finds tokens by their `hashes`, which spaces separate, unless they are revoked or their user deleted; the one look-up made
 * before the tenant is known.
 */
export function prepareTokenLookup(db: Db) {
  const anyOfThem = sql`any(string_to_array(${sql.placeholder('hashes')}, ' '))`;
  return db
    .select({
      id: tokens.id,
      organizationId: tokens.organizationId,
      hash: tokens.hash,
      userId: tokens.userId,
      permissions: tokens.permissions,
      expiresAt: tokens.expiresAt,
      isUseDue,
    })
    .from(tokens)
    .leftJoin(users, and(eq(users.organizationId, tokens.organizationId), eq(users.id, tokens.userId)))
    .where(and(sql`${tokens.hash} = ${anyOfThem}`, isNull(tokens.revokedAt), isNull(users.deletedAt)))
    .prepare('tokens.byHashes');
}
