import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
import { anyIntegration, noIntegration } from '../../clients/assignment-rules.ts';
import type { Secrets } from '../../connections/secrets.ts';
import type { Database } from '../../core/db/database.ts';
import { newId } from '../../core/db/id.ts';
import type { Author } from '../../core/db/side-records.ts';
import { TenantDb } from '../../core/db/tenant.ts';
import { sqlStateOf } from '../../core/errors.ts';
import { reasonOf } from '../../core/reason.ts';
import { emailField } from '../../core/rest/fields.ts';
import type { WorkServices } from '../../insights/work.ts';
import { findOrganization, findOrganizationById } from '../../organization/queries.ts';
import type { OrganizationState } from '../../organization/table.ts';

export interface CliContext extends Omit<WorkServices, 'db'> {
  readonly database: Database;
  /** The number of migrations applied when the database was opened for this command. */
  readonly applied: number;
  readonly secrets: Secrets;
  /** The operating-system user who runs the commands. */
  readonly systemUser: string;
  now(): Date;
}

export const t = initTRPC.context<CliContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error, path = '' }) => ({
    ...shape,
    data: { ...shape.data, isUsage: error.code === 'BAD_REQUEST' && error.cause instanceof z.ZodError },
    message: toOneLine(error, path),
  }),
});

const slugRule = 'must be 1 to 63 of a-z, 0-9 and "-"';
export const slug = z.string().regex(/^[a-z0-9-]{1,63}$/, slugRule);
export const id = z.uuid('must be a UUID').toLowerCase();
export const email = emailField();
export const integration = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be a short name such as gmail');

/** The integration that activities come from. */
export const source = integration.refine((name) => name !== anyIntegration && name !== noIntegration, {
  error: ({ input }) =>
    `"${input}" stands for ${input === anyIntegration ? 'all integrations' : 'no integration'} in rules; name the one the activities come from, such as gmail`,
});

/** The page size of lists, small enough for the time and memory limits of one statement. */
export const pageSize = 1_000;
export const page = { after: id.optional() };

/** The base of the procedures that change something: adds the author of the audit entries. */
export const auditedProcedure = t.procedure.use(({ ctx, path, next }) => {
  const author: Author = { actor: { systemUser: ctx.systemUser }, operation: path, requestId: newId() };
  return next({ ctx: { author } });
});

/**
 * The base of the procedures for one organization, which is named by its slug or id. Changes go through `writer`, so that each
 * has an audit entry.
 */
export const organizationProcedure = auditedProcedure
  .input(z.object({ org: slug }))
  .use(async ({ ctx, input, next }) => {
    const organization = await organizationBy(ctx.database, input.org);
    const db = new TenantDb(ctx.database.db, organization.id);
    return next({ ctx: { db, writer: db.writtenBy(ctx.author) } });
  });

/** Finds an organization by its slug, else by its id, which logs show. One that is being imported or deleted can only be deleted. */
export async function organizationBy({ db }: Database, org: string) {
  const { data: organizationId } = id.safeParse(org);
  const organization =
    (await findOrganization(db, org)) ?? (organizationId && (await findOrganizationById(db, organizationId)));
  if (!organization) throw notFound(`organization "${org}"; "org list" lists them all`);
  if (organization.state === 'active') return organization;
  throw new TRPCError({
    code: 'CONFLICT',
    message: `"${organization.slug}" ${stateRules[organization.state]} "org delete --org ${organization.slug}"`,
  });
}

const stateRules: Readonly<Record<Exclude<OrganizationState, 'active'>, string>> = {
  importing: 'is being imported; to remove what an interrupted import left, run',
  deleting: 'is being deleted; to continue after an interruption, run',
};

export const notFound = (what: string) =>
  new TRPCError({ code: 'NOT_FOUND', message: `there is no ${what}` });
/** Returns what was found in an organization. @throws TRPCError when there is none */
export function found<T>(kind: string, result: T | undefined, { id, org }: { id: string; org: string }): T {
  if (result === undefined) throw notFound(`${kind} ${id} in "${org}"`);
  return result;
}

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

/** Procedures whose input is data of a file, and not options. */
const ofFiles: ReadonlySet<string> = new Set(['activities.record', 'orgData.importRows']);

/** The names of fields that are given in other ways than by an option of their own name. */
const givenAs = new Map([
  ['password', 'the password'],
  ['refreshToken', 'the refresh token'],
  ['clientSecret', 'CONNECTION_CLIENT_SECRET'],
]);

/** Describes a refused field by its option; leaves out the position in a list, since the message quotes the word. */
function describeIssue({ path, message }: z.core.$ZodIssue, procedure: string): string {
  const fields = path.filter((field) => typeof field === 'string');
  if (ofFiles.has(procedure)) return `${fields.join('.')}: ${message}`;
  const [group] = procedure.split('.');
  const field = fields.at(-1) ?? '';
  if (field === 'id') return `the id: ${message}, as "${group} list" shows it`;
  if (field === 'clientId' && fields.length === 1) return `--client: ${message}, as "client list" shows it`;
  const option = `--${field.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
  return `${givenAs.get(field) ?? option}: ${message}`;
}

function toOneLine(error: TRPCError, procedure: string): string {
  if (error.cause instanceof z.ZodError)
    return error.cause.issues.map((issue) => describeIssue(issue, procedure)).join('; ');
  return error.code === 'INTERNAL_SERVER_ERROR' ? reasonOf(error) : error.message;
}
