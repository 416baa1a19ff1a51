import { z } from 'zod';
import { nameField, nilUuid, webUrlField } from '../../core/rest/fields.ts';
import { revokeTokensOfUser } from '../../tokens/queries.ts';
import { createUser, deleteUser, listUsers } from '../../users/queries.ts';
import { email, id, notFound, organizationProcedure, page, pageSize, rejectDuplicate, t } from './base.ts';

export const userRouter = t.router({
  create: organizationProcedure
    .input(
      z.object({
        email,
        firstName: nameField(),
        lastName: nameField(),
        imageUrl: webUrlField().nullable().default(null),
      }),
    )
    .mutation(({ ctx, input: { org, ...values } }) =>
      rejectDuplicate(
        createUser(ctx.writer, values),
        `"${org}" has a user with the email address ${values.email} already`,
      ),
    ),

  list: organizationProcedure
    .input(z.object(page))
    .query(({ ctx, input }) => listUsers(ctx.db, input.after ?? nilUuid, pageSize)),

  delete: organizationProcedure.input(z.object({ id })).mutation(({ ctx, input }) =>
    ctx.writer.transaction(async (transaction) => {
      const user = await deleteUser(transaction, input.id);
      if (!user) throw notFound(`user ${input.id} in "${input.org}"`);
      await revokeTokensOfUser(transaction, user.id);
      return { id: user.id };
    }),
  ),
});
