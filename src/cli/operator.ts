import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
import {
  maxParticipantLength,
  maxParticipants,
  maxSourceIdLength,
  maxSubjectLength,
} from '../activities/import/imported-activity.ts';
import { recordActivities } from '../activities/record.ts';
import { activityTypes } from '../activities/table.ts';
import { createRule, listRules } from '../clients/assignment-rules.ts';
import { deleteClient } from '../clients/queries.ts';
import { listAuditEntries } from '../core/audit/queries.ts';
import type { Database } from '../core/db.ts';
import { sqlStateOf } from '../core/errors.ts';
import { currencyField, domainField, nameField, timezoneField, webUrlField } from '../core/fields.ts';
import { permissions } from '../core/permissions.ts';
import { reasonOf } from '../core/reason.ts';
import { TenantDb } from '../core/tenant.ts';
import { isWorkDue, type WorkServices, workOnce } from '../dashboards/insights/work.ts';
import { createOrganization, findOrganization, listOrganizations } from '../organization/queries.ts';
import {
  createToken,
  findTokenOrganization,
  listTokens,
  revokeToken,
  revokeTokensOfUser,
  rotateToken,
} from '../tokens/queries.ts';
import { createUser, deleteUser, findUserByEmail, listEmails } from '../users/queries.ts';

/** What the operator's commands stand on. */
export interface OperatorContext {
  readonly database: Database;
  /** How many migrations were applied when the database was opened for this command. */
  readonly applied: number;
  readonly work: WorkServices;
  /** Tells the time. */
  now(): Date;
}

const t = initTRPC.context<OperatorContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error }) => ({ ...shape, message: operatorMessage(error) }),
});

const rulesForSlug = 'must be 1 to 63 of a-z, 0-9 and "-"';
const slug = z.string().regex(/^[a-z0-9-]{1,63}$/, rulesForSlug);
const id = z.uuid('must be an id, a UUID').toLowerCase();
const email = z.email('must be an email address').max(254).toLowerCase();
const integration = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be a short name such as gmail');

/** The one base of the operator's commands that concern an organization, which is named by its slug. */
const ofOrganization = t.procedure.input(z.object({ org: slug })).use(async ({ ctx, input, next }) => {
  const organization = await organizationOf(ctx.database, input.org);
  return next({ ctx: { db: new TenantDb(ctx.database.db, organization.id) } });
});

const incomingActivity = z.object({
  sourceId: z.string().min(1).max(maxSourceIdLength),
  type: z.enum(activityTypes),
  subject: z.string().max(maxSubjectLength),
  content: z.string(),
  occurredAt: z.iso.datetime(),
  participants: z.array(z.string().max(maxParticipantLength)).max(maxParticipants),
  archivedAt: z.iso.datetime().nullable(),
});

/** The operator's commands. No network port serves them. */
export const operatorRouter = t.router({
  ping: t.procedure.query(() => 'ok' as const),

  db: t.router({
    migrate: t.procedure.mutation(async ({ ctx }) => ({
      applied: ctx.applied + (await ctx.database.migrate()),
    })),
  }),

  org: t.router({
    create: t.procedure
      .input(
        z.object({
          name: nameField(),
          slug,
          timezone: timezoneField().optional(),
          currency: currencyField().optional(),
        }),
      )
      .mutation(({ ctx, input: { name, slug, timezone, currency } }) =>
        unlessTaken(
          createOrganization(ctx.database.db, {
            name,
            slug,
            ...(timezone === undefined ? {} : { defaultTimezone: timezone }),
            ...(currency === undefined ? {} : { defaultCurrency: currency }),
          }),
          `there is an organization with the slug "${slug}" already`,
        ),
      ),
    list: t.procedure.query(({ ctx }) => listOrganizations(ctx.database.db)),
  }),

  user: t.router({
    create: ofOrganization
      .input(
        z.object({
          email,
          firstName: nameField(),
          lastName: nameField(),
          imageUrl: webUrlField().nullable().default(null),
        }),
      )
      .mutation(({ ctx, input: { org, ...values } }) =>
        unlessTaken(
          createUser(ctx.db, values),
          `"${org}" has a user with the email address ${values.email} already`,
        ),
      ),
    delete: ofOrganization.input(z.object({ id })).mutation(({ ctx, input }) =>
      ctx.db.transaction(async (transaction) => {
        const user = await deleteUser(transaction, input.id);
        if (!user) throw missing(`user ${input.id} in "${input.org}"`);
        await revokeTokensOfUser(transaction, user.id);
        return { id: user.id };
      }),
    ),
  }),

  token: t.router({
    create: ofOrganization
      .input(
        z.object({
          user: email.optional(),
          permissions: z.array(z.enum(permissions, `must be some of ${permissions.join(',')}`)).optional(),
          name: nameField().nullable().default(null),
          expiresAt: z.iso.datetime().nullable().default(null),
        }),
      )
      .mutation(async ({ ctx, input }) => {
        const { name, expiresAt } = input;
        if (input.user === undefined) {
          if (input.permissions)
            throw mistaken('--permissions goes with --user; an organization key may do everything');
          const created = await createToken(ctx.db, { userId: null, permissions: [], name, expiresAt });
          return { id: created.id, token: created.token };
        }
        const user = await findUserByEmail(ctx.db, input.user);
        if (!user) throw missing(`user ${input.user} in "${input.org}"`);
        const granted = [...new Set(input.permissions ?? [])];
        const created = await createToken(ctx.db, { userId: user.id, permissions: granted, name, expiresAt });
        return { id: created.id, token: created.token };
      }),
    list: ofOrganization.query(async ({ ctx }) => {
      const emails = new Map((await listEmails(ctx.db)).map((user) => [user.id, user.email]));
      return (await listTokens(ctx.db)).map(({ userId, permissions: granted, ...token }) => ({
        id: token.id,
        name: token.name,
        user: userId === null ? null : (emails.get(userId) ?? userId),
        permissions: userId === null ? [...permissions] : granted,
        createdAt: token.createdAt,
        expiresAt: token.expiresAt,
        lastUsedAt: token.lastUsedAt,
        revokedAt: token.revokedAt,
      }));
    }),
    revoke: t.procedure.input(z.object({ id })).mutation(async ({ ctx, input }) => {
      const db = await tenantOfToken(ctx.database, input.id);
      const revoked = await revokeToken(db, input.id);
      if (!revoked) throw mistaken(`the token ${input.id} is revoked already`);
      return { id: revoked.id, revokedAt: revoked.revokedAt };
    }),
    rotate: t.procedure
      .input(z.object({ id, oldExpiresAt: z.iso.datetime() }))
      .mutation(async ({ ctx, input }) => {
        const db = await tenantOfToken(ctx.database, input.id);
        const rotated = await rotateToken(db, input.id, input.oldExpiresAt);
        if (!rotated) throw mistaken(`the token ${input.id} is revoked or expired; create a new one`);
        return { id: rotated.id, token: rotated.token };
      }),
  }),

  audit: t.router({ list: ofOrganization.query(({ ctx }) => listAuditEntries(ctx.db)) }),

  rule: t.router({
    create: ofOrganization
      .input(z.object({ integration, domain: domainField() }))
      .mutation(async ({ ctx, input: { org, ...rule } }) => {
        const taken = `"${org}" has a rule for ${rule.integration} and ${rule.domain} already`;
        const created = await unlessTaken(createRule(ctx.db, rule), taken);
        return { id: created.id, clientId: created.clientId };
      }),
    list: ofOrganization.query(({ ctx }) => listRules(ctx.db)),
  }),

  client: t.router({
    delete: ofOrganization.input(z.object({ id })).mutation(async ({ ctx, input }) => {
      const deleted = await deleteClient(ctx.db, input.id);
      if (!deleted) throw missing(`client ${input.id} in "${input.org}"`);
      return deleted;
    }),
  }),

  activities: t.router({
    record: ofOrganization
      .input(z.object({ integration, activities: z.array(incomingActivity).max(1_000) }))
      .mutation(({ ctx, input }) => recordActivities(ctx.db, input.integration, input.activities)),
  }),

  insights: t.router({
    /** A part of what is due; `isDone` when nothing is, and no other process is at work on it. */
    work: t.procedure
      .input(
        z.object({
          org: slug.optional(),
          past: z.object({ asOf: z.iso.datetime(), runFrom: z.iso.datetime() }).optional(),
        }),
      )
      .mutation(async ({ ctx, input, signal = neverAborted }) => {
        const organization =
          input.org === undefined ? undefined : await organizationOf(ctx.database, input.org);
        const scope = { organizationId: organization?.id, past: input.past };
        const done = await workOnce(ctx.work, scope, ctx.now, signal);
        return {
          ...(done ?? { assigned: 0, computed: 0, failed: 0 }),
          isDone: !done && !(await isWorkDue(ctx.database.db, scope)),
        };
      }),
  }),
});

export type OperatorRouter = typeof operatorRouter;

const neverAborted = new AbortController().signal;

const missing = (what: string) => new TRPCError({ code: 'NOT_FOUND', message: `there is no ${what}` });
const mistaken = (message: string) => new TRPCError({ code: 'BAD_REQUEST', message });

async function organizationOf({ db }: Database, org: string) {
  const organization = await findOrganization(db, org);
  if (!organization) throw missing(`organization "${org}"; "org list" shows those there are`);
  return organization;
}

async function tenantOfToken(database: Database, tokenId: string): Promise<TenantDb> {
  const organizationId = await findTokenOrganization(database.db, tokenId);
  if (organizationId === undefined) throw missing(`token ${tokenId}`);
  return new TenantDb(database.db, organizationId);
}

/** What `work` gives, or a conflict in the given words when it would break a uniqueness constraint. */
async function unlessTaken<T>(work: Promise<T>, message: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (sqlStateOf(error) === '23505') throw new TRPCError({ code: 'CONFLICT', message });
    throw error;
  }
}

/** One line for the operator. */
function operatorMessage(error: TRPCError): string {
  if (error.cause instanceof z.ZodError) {
    return error.cause.issues
      .map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
      .join('; ');
  }
  return error.code === 'INTERNAL_SERVER_ERROR' ? reasonOf(error) : error.message;
}
