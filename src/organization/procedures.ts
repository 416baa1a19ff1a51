import { single, toSingle } from '../core/envelope.ts';
import { orNotFound } from '../core/errors.ts';
import { operation, router } from '../core/trpc.ts';
import { getOrganization, updateOrganization, withPlan } from './queries.ts';
import { Organization, organizationUpdate } from './schemas.ts';

export const organizationRouter = router({
  get: operation({
    method: 'GET',
    path: '/v1/organization',
    permission: 'organization:read',
    tag: 'Organization',
    summary: "Get the caller's organization",
    description: 'The organization that the token belongs to, with the rate limits in force.',
  })
    .output(single(Organization))
    .query(async ({ ctx }) =>
      toSingle(withPlan(orNotFound(await getOrganization(ctx.db), 'organization'), ctx.limits)),
    ),

  update: operation({
    method: 'PUT',
    path: '/v1/organization',
    permission: 'organization:write',
    tag: 'Organization',
    summary: "Update the caller's organization",
    description:
      'Writes the fields that are present and leaves the others as they are. `plan` and `slug` are refused; other unknown fields are ignored.',
  })
    .input(organizationUpdate)
    .output(single(Organization))
    .mutation(async ({ ctx, input }) =>
      toSingle(withPlan(orNotFound(await updateOrganization(ctx.writer, input), 'organization'), ctx.limits)),
    ),
});
