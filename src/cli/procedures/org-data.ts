import type { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { sqlStateOf } from '../../core/errors.ts';
import { rootCause } from '../../core/reason.ts';
import { nameField } from '../../core/rest/fields.ts';
import { organizationStates } from '../../organization/table.ts';
import { beginDeletion, deletePart } from '../../organization-data/delete.ts';
import { exportOrganization } from '../../organization-data/export.ts';
import { beginImport, endImport, importRows, tableRows } from '../../organization-data/import.ts';
import { organizationRow } from '../../organization-data/rows.ts';
import { auditedProcedure, badRequest, organizationBySlug, rejectDuplicate, slug, t } from './base.ts';

const named = z.object({ org: slug });

/** Short enough to show progress, and for a server that stops to wait for. */
const partMs = 1_000;

export const orgDataRouter = t.router({
  /** Yields the parts of the file; only organizations that are complete are exported. */
  export: t.procedure.input(named).query(async function* ({ ctx, input }) {
    const { id } = await organizationBySlug(ctx.database, input.org);
    yield* exportOrganization(ctx.database.db, id, ctx.now());
  }),

  beginDelete: t.procedure.input(named).mutation(async ({ ctx, input }) => {
    const { id } = await organizationBySlug(ctx.database, input.org, organizationStates);
    return { id, deleted: await beginDeletion(ctx.database.db, id) };
  }),

  deletePart: t.procedure.input(named).mutation(async ({ ctx, input }) => {
    const { id } = await organizationBySlug(ctx.database, input.org, ['deleting']);
    const part = await deletePart(ctx.database.db, id, performance.now() + partMs);
    if (part.isDone)
      ctx.work.log.warn(
        { organization: id, slug: input.org, user: ctx.systemUser },
        'deleted an organization with all its data',
      );
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

  importRows: t.procedure.input(named.extend(tableRows.shape)).mutation(async ({ ctx, input }) => {
    const { id } = await organizationBySlug(ctx.database, input.org, ['importing']);
    try {
      await importRows(ctx.database.db, id, input);
    } catch (error) {
      throw refused(error) ?? error;
    }
  }),

  endImport: auditedProcedure.input(named).mutation(async ({ ctx, input }) => {
    const { id } = await organizationBySlug(ctx.database, input.org, ['importing']);
    await endImport(ctx.database.db, id, { ...ctx.author, operation: 'org.import' });
  }),
});

/** The error for rows that break a rule of the database; undefined for other errors. */
function refused(error: unknown): TRPCError | undefined {
  const cause = rootCause(error);
  const state = sqlStateOf(error) ?? '';
  if (!/^(22|23)/.test(state) || !(cause instanceof Error)) return undefined;
  const detail = 'detail' in cause && typeof cause.detail === 'string' ? ` (${cause.detail})` : '';
  const reason = state === '23503' ? 'a row refers to one that the file does not have' : cause.message;
  return badRequest(`${reason}${detail}`);
}
