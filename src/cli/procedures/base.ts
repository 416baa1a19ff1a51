import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
import { anyIntegration } from '../../clients/assignment-rules.ts';
import type { ConnectionServices } from '../../connections/services.ts';
import type { Database } from '../../core/db/database.ts';
import { newId } from '../../core/db/id.ts';
import type { Author } from '../../core/db/side-records.ts';
import { TenantDb } from '../../core/db/tenant.ts';
import { sqlStateOf } from '../../core/errors.ts';
import { reasonOf } from '../../core/reason.ts';
import type { WorkServices } from '../../insights/work.ts';
import { findOrganization } from '../../organization/queries.ts';
import type { OrganizationState } from '../../organization/table.ts';

export interface CliContext {
  readonly database: Database;
  /** The number of migrations applied when the database was opened for this command. */
  readonly applied: number;
  readonly work: WorkServices;
  readonly connections: ConnectionServices;
  /** The operating-system user who runs the commands. */
  readonly systemUser: string;
  now(): Date;
}

export const t = initTRPC.context<CliContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error }) => ({ ...shape, message: toOneLine(error) }),
});

const slugRule = 'must be 1 to 63 of a-z, 0-9 and "-"';
export const slug = z.string().regex(/^[a-z0-9-]{1,63}$/, slugRule);
export const id = z.uuid('must be an id, a UUID').toLowerCase();
export const email = z.email('must be an email address').max(254).toLowerCase();
export const integration = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be a short name such as gmail');

/** The integration that activities come from. */
export const source = integration.refine(
  (name) => name !== anyIntegration,
  `"${anyIntegration}" stands for all integrations in rules; name the one the activities come from, such as gmail`,
);

/** The page size of lists, small enough for the time and memory limits of one statement. */
export const pageSize = 1_000;
export const page = { after: id.optional() };

/** The base of the procedures that change something: adds the author of the audit entries. */
export const auditedProcedure = t.procedure.use(({ ctx, path, next }) => {
  const author: Author = { actor: { systemUser: ctx.systemUser }, operation: path, requestId: newId() };
  return next({ ctx: { author } });
});

/**
 * The base of the procedures for one organization, which is named by its slug. Changes go through `writer`, so that each
 * has an audit entry.
 */
export const organizationProcedure = auditedProcedure
  .input(z.object({ org: slug }))
  .use(async ({ ctx, input, next }) => {
    const organization = await organizationBySlug(ctx.database, input.org);
    const db = new TenantDb(ctx.database.db, organization.id);
    return next({ ctx: { db, writer: db.writtenBy(ctx.author) } });
  });

/** Finds an organization by its slug. One that is being imported or deleted can only be deleted. */
export async function organizationBySlug({ db }: Database, org: string, states = allowedStates) {
  const organization = await findOrganization(db, org);
  if (!organization) throw notFound(`organization "${org}"; "org list" lists them all`);
  if (states.includes(organization.state)) return organization;
  throw new TRPCError({
    code: 'CONFLICT',
    message: `"${org}" ${stateRules[organization.state]} "org delete --org ${org}"`,
  });
}

const allowedStates: readonly OrganizationState[] = ['active'];

const stateRules: Readonly<Record<OrganizationState, string>> = {
  active: 'is already complete; to remove it, run',
  importing: 'is being imported; to remove what an interrupted import left, run',
  deleting: 'is being deleted; to continue after an interruption, run',
};

/** The signal of a call that nobody can abort. */
export const neverAborted = new AbortController().signal;

export const notFound = (what: string) =>
  new TRPCError({ code: 'NOT_FOUND', message: `there is no ${what}` });
export const badRequest = (message: string) => new TRPCError({ code: 'BAD_REQUEST', message });

/** Returns the result of `write`; turns a violated uniqueness constraint into a conflict with this message. */
export async function rejectDuplicate<T>(write: Promise<T>, message: string): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (sqlStateOf(error) === '23505') throw new TRPCError({ code: 'CONFLICT', message });
    throw error;
  }
}

/** Leaves out the position in a list of words: the message quotes the word. */
const fieldOf = (path: readonly PropertyKey[]) =>
  (typeof path.at(-1) === 'number' ? path.slice(0, -1) : path).map(String).join('.');

function toOneLine(error: TRPCError): string {
  if (error.cause instanceof z.ZodError) {
    return error.cause.issues.map(({ path, message }) => `${fieldOf(path)}: ${message}`).join('; ');
  }
  return error.code === 'INTERNAL_SERVER_ERROR' ? reasonOf(error) : error.message;
}
