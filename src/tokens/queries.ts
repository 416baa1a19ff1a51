import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../core/db/database.ts';
import { statement } from '../core/db/statement.ts';
import type { TenantReader, TenantWriter } from '../core/db/tenant.ts';
import { insert, named, parameter, update } from '../core/db/tenant-statements.ts';
import { invalidArgument } from '../core/errors.ts';
import type { Permission } from '../core/permissions.ts';
import type { IdPage } from '../core/rest/cursor.ts';
import { nilUuid } from '../core/rest/fields.ts';
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

const creation = insert('tokens.create', tokens, columns);

const notExpired = or(isNull(tokens.expiresAt), gt(tokens.expiresAt, sql`now()`));

const pageAfter = named(
  'tokens.list',
  { after: tokens.id, limit: parameter<number>() },
  (db, { after, limit }) =>
    db.select(columns, tokens, gt(tokens.id, after)).orderBy(asc(tokens.id)).limit(limit),
);

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
  db.select({ ...columns, replacedBy: tokens.replacedBy }, tokens, eq(tokens.id, id)),
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
  { id: tokens.id, oldExpiresAt: tokens.expiresAt },
  ({ id, oldExpiresAt }) => ({
    columns: { id: tokens.id },
    where: eq(tokens.id, id),
    set: { expiresAt: sql`least(${tokens.expiresAt}, ${oldExpiresAt}::timestamptz)` },
  }),
);

/** True for a token whose last use was recorded more than a minute ago, or never. */
const isUseDue = sql<boolean>`(${tokens.lastUsedAt} is null or ${tokens.lastUsedAt} < now() - interval '1 minute')`;

/** Makes a deletion of the user wait for this transaction, so that it also revokes the tokens created here. */
const heldUser = named('tokens.holdUser', { id: users.id }, (db, { id }) =>
  db.select({ id: users.id }, users, and(eq(users.id, id), isNull(users.deletedAt))).for('share'),
);

const userRule = 'Send the id of a user of the organization.';

interface TokenValues {
  readonly userId: string | null;
  readonly permissions: Permission[];
  readonly name: string | null;
  readonly expiresAt: string | null;
}

/**
 * Creates a token and returns it. Only its hash is stored.
 * @throws ApiError `invalid_argument` when the organization has no such user, or the user is deleted
 */
export function createToken(db: TenantWriter, values: TokenValues) {
  const { userId } = values;
  if (userId === null) return insertToken(db, values);
  return db.transaction(async (transaction) => {
    if (!(await transaction.first(heldUser, { id: userId }))) throw invalidArgument({ userId: userRule });
    return insertToken(transaction, values);
  });
}

async function insertToken(db: TenantWriter, { userId, permissions, name, expiresAt }: TokenValues) {
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
export const listTokens = (db: TenantReader, { after = nilUuid, limit }: IdPage) =>
  db.all(pageAfter, { after, limit });

/** Revokes a token. Undefined when the organization has no such token, or it is revoked already. */
export const revokeToken = async (db: TenantWriter, id: string) => (await db.write(revocation, { id }))[0];

/**
 * Replaces a token, once: creates one with the same name, user, permissions and lifetime (counted from now), and makes the
 * old one expire at `oldExpiresAt` at the latest. Undefined when the old one is
 * unknown, revoked, expired or replaced, or its user is deleted.
 */
export function rotateToken(db: TenantWriter, id: string, oldExpiresAt: string) {
  return db.transaction(async (transaction) => {
    const userId = (await transaction.first(byId, { id }))?.userId;
    // Lock the user before the token, in the same order as a user's deletion.
    if (userId && !(await transaction.first(heldUser, { id: userId }))) return undefined;
    const old = await transaction.first(rotatable, { id });
    if (!old) return undefined;
    const successor = await insertToken(transaction, old);
    await transaction.write(ending, { id, oldExpiresAt }, { replacedBy: successor.id });
    return successor;
  });
}

/** The id of the token that replaced this one, or null. */
export const successorOf = async (db: TenantReader, id: string) =>
  (await db.first(byId, { id }))?.replacedBy ?? null;

/** Revokes all tokens of a user. */
export async function revokeTokensOfUser(db: TenantWriter, userId: string): Promise<void> {
  await db.write(ofUser, { userId });
}

/** A token that was used, and its organization. */
export interface TokenUse {
  readonly organizationId: string;
  readonly tokenId: string;
}

/**
 * Records the last use of tokens, each at most once a minute. Skips tokens that another process is updating, so that
 * processes never wait for each other.
 */
export async function recordLastUse(db: Db, uses: readonly TokenUse[]): Promise<void> {
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

/** Finds the organization of a token. For the CLI, which identifies tokens by id alone. */
export async function findTokenOrganization(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ organizationId: tokens.organizationId })
    .from(tokens)
    .where(eq(tokens.id, id));
  return row?.organizationId;
}

/**
 * Finds tokens by their `hashes`, separated by spaces, unless they are revoked or expired or their user is deleted. Runs
 * before the tenant of a request is known.
 */
export const findByHashes = statement('tokens.byHashes', (db, name) => {
  const anyOfThem = sql`any(array(select decode(hash, 'hex') from unnest(string_to_array(${sql.placeholder('hashes')}, ' ')) as hash))`;
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
    .where(
      and(sql`${tokens.hash} = ${anyOfThem}`, isNull(tokens.revokedAt), notExpired, isNull(users.deletedAt)),
    )
    .prepare(name);
});
