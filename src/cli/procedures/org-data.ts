import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { TenantDb } from '../../core/db/tenant.ts';
import { sqlStateOf } from '../../core/errors.ts';
import { rootCause } from '../../core/reason.ts';
import { nameField } from '../../core/rest/fields.ts';
import { findOrganization } from '../../organization/queries.ts';
import { beginDeletion, deletePart } from '../../organization-data/delete.ts';
import { exportOrganization } from '../../organization-data/export.ts';
import {
  beginImport,
  beginRollback,
  endImport,
  ImportReplaced,
  importRows,
  importRun,
  tableRows,
} from '../../organization-data/import.ts';
import { organizationRow } from '../../organization-data/rows.ts';
import {
  auditedProcedure,
  badRequest,
  id,
  notFound,
  organizationBy,
  rejectDuplicate,
  slug,
  t,
} from './base.ts';

const named = z.object({ org: slug });

/** Short enough to show progress, and for a server that stops to wait for. */
const partMs = 1_000;

export const orgDataRouter = t.router({
  /** Yields the parts of the file; only organizations that are complete are exported. */
  export: auditedProcedure.input(named).query(async function* ({ ctx, input }) {
    const { id } = await organizationBy(ctx.database, input.org);
    // First, since an export that is cut off has left the database, too. So the file has the entry itself.
    const author = { ...ctx.author, operation: 'org.export' };
    const db = new TenantDb(ctx.database.db, id);
    await db.audit(author, { resource: `organization/${id}` });
    yield* exportOrganization(db, ctx.now());
  }),

  beginDelete: t.procedure.input(named).mutation(async ({ ctx, input }) => {
    const found = await findOrganization(ctx.database.db, input.org);
    const begun = found && (await beginDeletion(new TenantDb(ctx.database.db, found.id)));
    if (!begun) throw notFound(`organization with the slug "${input.org}"; "org list" shows all slugs`);
    return begun;
  }),

  /** Begins to delete what a run of an import has inserted; null if the organization is no longer being imported by it. */
  beginRollback: t.procedure
    .input(importRun)
    .mutation(async ({ ctx, input }) => (await beginRollback(ctx.database.db, input)) ?? null),

  /** Also done if the organization was deleted by others meanwhile. */
  deletePart: t.procedure.input(z.object({ id })).mutation(async ({ ctx, input }) => {
    const { slug, ...part } = await deletePart(
      new TenantDb(ctx.database.db, input.id),
      performance.now() + partMs,
    );
    if (slug !== undefined) {
      await ctx.database.rewrite?.();
      ctx.log.warn(
        { organization: input.id, slug, user: ctx.systemUser },
        'deleted an organization with all its data',
      );
    }
    return part;
  }),

  beginImport: t.procedure
    .input(z.object({ organization: organizationRow.extend({ name: nameField() }) }))
    .mutation(({ ctx, input: { organization } }) =>
      rejectDuplicate(
        beginImport(ctx.database.db, organization),
        `there is an organization with the slug "${organization.slug}" already; name another with --slug`,
      ),
    ),

  importRows: t.procedure
    .input(z.object({ run: importRun, ...tableRows.shape }))
    .mutation(async ({ ctx, input: { run, ...rows } }) => {
      try {
        await importRows(ctx.database.db, run, rows);
      } catch (error) {
        throw refused(error) ?? error;
      }
    }),

  endImport: auditedProcedure.input(importRun).mutation(async ({ ctx, input }) => {
    try {
      await endImport(ctx.database.db, input, { ...ctx.author, operation: 'org.import' });
    } catch (error) {
      throw refused(error) ?? error;
    }
  }),
});

/** The error for rows that break a rule of the database, or come too late; undefined for other errors. */
function refused(error: unknown): TRPCError | undefined {
  if (error instanceof ImportReplaced)
    return new TRPCError({
      code: 'CONFLICT',
      message:
        'the organization was deleted, or is no longer being imported by this command; "org list" shows all organizations',
    });
  const cause = rootCause(error);
  const state = sqlStateOf(error) ?? '';
  if (!/^(22|23)/.test(state) || !(cause instanceof Error)) return undefined;
  const detail = 'detail' in cause && typeof cause.detail === 'string' ? ` (${cause.detail})` : '';
  const reason = state === '23503' ? 'a row refers to one that the file does not have' : cause.message;
  return badRequest(`${reason}${detail}`);
}
