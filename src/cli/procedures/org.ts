import { z } from 'zod';
import { currencyField, nameField, timezoneField } from '../../core/rest/fields.ts';
import { createOrganization, listOrganizations, updateOrganization } from '../../organization/queries.ts';
import { auditedProcedure, organizationProcedure, page, pageSize, rejectDuplicate, slug, t } from './base.ts';

export const orgRouter = t.router({
  create: auditedProcedure
    .input(
      z.object({
        name: nameField(),
        slug,
        timezone: timezoneField().optional(),
        currency: currencyField().optional(),
      }),
    )
    .mutation(({ ctx, input: { name, slug, timezone, currency } }) =>
      rejectDuplicate(
        ctx.database.db.transaction((transaction) =>
          createOrganization(
            transaction,
            { name, slug, defaultTimezone: timezone, defaultCurrency: currency },
            ctx.author,
          ),
        ),
        `there is an organization with the slug "${slug}" already`,
      ),
    ),

  update: organizationProcedure
    .input(z.object({ languageModel: z.enum(['on', 'off']) }))
    .mutation(async ({ ctx, input: { org, languageModel } }) => {
      await updateOrganization(ctx.writer, { usesLanguageModel: languageModel === 'on' });
      return { org, languageModel };
    }),

  list: t.procedure
    .input(z.object(page).optional())
    .query(({ ctx, input }) => listOrganizations(ctx.database.db, { after: input?.after, limit: pageSize })),
});
