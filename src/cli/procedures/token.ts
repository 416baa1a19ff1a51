import { z } from 'zod';
import { permissions } from '../../api.ts';
import type { Database } from '../../core/db/database.ts';
import { TenantDb } from '../../core/db/tenant.ts';
import { nameField } from '../../core/rest/fields.ts';
import {
  createToken,
  findTokenOrganization,
  getToken,
  listTokens,
  revokeToken,
  rotateToken,
} from '../../tokens/queries.ts';
import { findUserByEmail, listEmails } from '../../users/queries.ts';
import {
  auditedProcedure,
  badRequest,
  email,
  id,
  notFound,
  organizationBy,
  organizationProcedure,
  page,
  pageSize,
  slug,
  t,
} from './base.ts';

const permission = z.enum(permissions, {
  error: ({ input }) => `"${input}" is not a permission; use some of ${permissions.join(', ')}`,
});

/** A token by its id, which is unique in all organizations. */
const oneToken = { id, org: slug.optional() };

export const tokenRouter = t.router({
  create: organizationProcedure
    .input(
      z.object({
        user: email.optional(),
        permissions: z.array(z.string()).pipe(z.array(permission)).optional(),
        name: nameField().nullable().default(null),
        expiresAt: z.iso.datetime().nullable().default(null),
      }),
    )
    .mutation(async ({ ctx, input: { org, user: address, permissions: granted, name, expiresAt } }) => {
      if (address === undefined && granted)
        throw badRequest('--permissions goes with --user; an organization key may do everything');
      const user = address === undefined ? null : await findUserByEmail(ctx.db, address);
      if (user === undefined) throw notFound(`user ${address} in "${org}"`);
      const { id, token } = await createToken(ctx.writer, {
        userId: user?.id ?? null,
        permissions: [...new Set(granted)],
        name,
        expiresAt,
      });
      return { id, token };
    }),

  list: organizationProcedure.input(z.object(page)).query(async ({ ctx, input }) => {
    const tokens = await listTokens(ctx.db, { after: input.after, limit: pageSize });
    const userIds = [...new Set(tokens.flatMap(({ userId }) => userId ?? []))];
    const emails = new Map((await listEmails(ctx.db, userIds)).map((user) => [user.id, user.email]));
    return tokens.map(({ userId, ...token }) => ({
      id: token.id,
      name: token.name,
      user: userId === null ? null : (emails.get(userId) ?? userId),
      permissions: userId === null ? [...permissions] : token.permissions,
      createdAt: token.createdAt,
      expiresAt: token.expiresAt,
      lastUsedAt: token.lastUsedAt,
      revokedAt: token.revokedAt,
    }));
  }),

  revoke: auditedProcedure.input(z.object(oneToken)).mutation(async ({ ctx, input }) => {
    const db = await tenantOfToken(ctx.database, input);
    const revoked = await revokeToken(db.writtenBy(ctx.author), input.id);
    if (!revoked) throw badRequest(`the token ${input.id} is revoked already`);
    return { id: revoked.id, revokedAt: revoked.revokedAt };
  }),

  rotate: auditedProcedure
    .input(z.object({ ...oneToken, oldExpiresAt: z.iso.datetime() }))
    .mutation(async ({ ctx, input }) => {
      const db = await tenantOfToken(ctx.database, input);
      const rotated = await rotateToken(db.writtenBy(ctx.author), input.id, input.oldExpiresAt);
      if (!rotated) throw badRequest(await whyNotRotated(db, input.id));
      return { id: rotated.id, token: rotated.token };
    }),
});

/** @throws TRPCError unless the token is there, and of the organization if one is named */
async function tenantOfToken(
  database: Database,
  { id: tokenId, org }: { id: string; org?: string | undefined },
): Promise<TenantDb> {
  const expected = org === undefined ? undefined : await organizationBy(database, org);
  const organizationId = await findTokenOrganization(database.db, tokenId);
  if (organizationId === undefined || (expected && expected.id !== organizationId))
    throw notFound(`token ${tokenId}${org === undefined ? '' : ` in "${org}"`}`);
  return new TenantDb(database.db, organizationId);
}

async function whyNotRotated(db: TenantDb, tokenId: string): Promise<string> {
  const successor = (await getToken(db, tokenId))?.replacedBy ?? null;
  return successor === null
    ? `the token ${tokenId} is revoked or expired; create a new one`
    : `the token ${tokenId} has been replaced by ${successor} already; rotate that one`;
}
