import type { TenantReader } from '../core/db/tenant.ts';
import { ApiError, invalidArgument, orNotFound } from '../core/errors.ts';
import { type Caller, isAllowed, type Permission, permissions } from '../core/permissions.ts';
import { listById, page, single, toSingle } from '../core/rest/envelope.ts';
import { internalOperation, router } from '../core/trpc.ts';
import { getOrganization } from '../organization/queries.ts';
import { getUser, listEmails } from '../users/queries.ts';
import { createToken, getToken, listTokens, revokeToken, rotateToken } from './queries.ts';
import { NewToken, Session, Token, tokenCreate, tokenRevoke, tokenRotate, tokensList } from './schemas.ts';

const hourMs = 3_600_000;
const endedRule = 'Send the id of a token that is not revoked, expired or replaced.';
const userRule = 'Send the id of a user of the organization.';

export const sessionRouter = router({
  get: internalOperation({
    permission: 'none',
    description: 'The caller: its token, permissions and organization.',
  })
    .output(single(Session))
    .query(async ({ ctx: { db, caller } }) => {
      const [token, organization] = await Promise.all([getToken(db, caller.tokenId), getOrganization(db)]);
      const { id, name, userId, expiresAt } = orNotFound(token, 'token');
      return toSingle({
        token: { id, name, userId, expiresAt },
        permissions: permissions.filter((permission) => isAllowed(caller, permission)),
        organization: orNotFound(organization, 'organization'),
      });
    }),
});

export const tokensRouter = router({
  list: internalOperation({
    permission: 'tokens:read',
    description: "The organization's tokens in order of creation, without their secrets, a page at a time.",
  })
    .input(tokensList)
    .output(page(Token))
    .query(async ({ ctx: { db }, input }) => {
      const listed = await listById('tokens', db, input, listTokens);
      return { ...listed, data: await withUsers(db, listed.data) };
    }),

  create: internalOperation({
    permission: 'tokens:write',
    description: 'Creates a token and returns it, once. A caller can grant only permissions that it has.',
  })
    .input(tokenCreate)
    .output(single(NewToken))
    .mutation(async ({ ctx: { db, writer, caller }, input }) => {
      const { name = null, userId = null, permissions: granted = [], expiresAt = null } = input;
      requireAll(caller, { userId, permissions: granted });
      if (userId !== null && !(await getUser(db, userId))) throw invalidArgument({ userId: userRule });
      const created = await createToken(writer, { userId, permissions: granted, name, expiresAt });
      return toSingle({ ...(await withUser(db, created)), token: created.token });
    }),

  rotate: internalOperation({
    permission: 'tokens:write',
    description:
      'Replaces a token with a new one with the same name, user, permissions and lifetime. The old one ends after the overlap.',
  })
    .input(tokenRotate)
    .output(single(NewToken))
    .mutation(async ({ ctx: { db, writer, caller }, input: { tokenId, overlapHours } }) => {
      requireAll(caller, orNotFound(await getToken(db, tokenId), 'token'));
      const endsAt = new Date(Date.now() + overlapHours * hourMs).toISOString();
      const rotated = await rotateToken(writer, tokenId, endsAt);
      if (!rotated) throw invalidArgument({ tokenId: endedRule });
      return toSingle({ ...(await withUser(db, rotated)), token: rotated.token });
    }),

  revoke: internalOperation({
    permission: 'tokens:write',
    description: 'Revokes a token at once. A token that is already revoked stays as it is.',
  })
    .input(tokenRevoke)
    .output(single(Token))
    .mutation(async ({ ctx: { db, writer, caller }, input: { tokenId } }) => {
      requireAll(caller, orNotFound(await getToken(db, tokenId), 'token'));
      // Revoked already: its time stays.
      const revoked = (await revokeToken(writer, tokenId)) ?? (await getToken(db, tokenId));
      return toSingle(await withUser(db, orNotFound(revoked, 'token')));
    }),
});

/**
 * Keeps a user key from making, rotating or revoking keys that may do more than it may.
 * @throws ApiError `forbidden` unless the caller has all permissions of the token
 */
function requireAll(
  { permissions }: Caller,
  token: { userId: string | null; permissions: readonly Permission[] },
): void {
  if (permissions === 'all') return;
  const missing = token.userId === null ? 'all' : token.permissions.find((one) => !permissions.has(one));
  if (missing === undefined) return;
  throw new ApiError('forbidden', {
    message: `This token lacks the permission "${missing}" of the other token.`,
    details: { requiredPermission: missing },
  });
}

async function withUsers<T extends { userId: string | null }>(db: TenantReader, tokens: readonly T[]) {
  const ids = [...new Set(tokens.flatMap(({ userId }) => userId ?? []))];
  const users = new Map((await listEmails(db, ids)).map((user) => [user.id, user]));
  return tokens.map((token) => ({ ...token, user: users.get(token.userId ?? '') ?? null }));
}

const withUser = async <T extends { userId: string | null }>(db: TenantReader, token: T) =>
  orNotFound((await withUsers(db, [token]))[0], 'token');
