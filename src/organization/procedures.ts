import { formOf, tagOf, versionsIn } from '../core/entity-tag.ts';
import { single, toSingle } from '../core/envelope.ts';
import { orNotFound } from '../core/errors.ts';
import type { RateLimits } from '../core/rate-limit/rate-limit.ts';
import { operation, router } from '../core/trpc.ts';
import { getOrganization, updateOrganization, withPlan } from './queries.ts';
import { Organization, organizationUpdate } from './schemas.ts';

const form = formOf(Organization);

/** The limits are shown with the organization, and are not stored with it. */
const formWith = ({ organizationPerMinute, endpointPerMinute }: RateLimits) =>
  `${form}-${organizationPerMinute}-${endpointPerMinute}`;

export const organizationRouter = router({
  get: operation({
    method: 'GET',
    path: '/v1/organization',
    permission: 'organization:read',
    hasEntityTag: true,
    tag: 'Organization',
    summary: "Get the caller's organization",
    description: 'The organization that the token belongs to, with the rate limits in force.',
  })
    .output(single(Organization))
    .query(async ({ ctx }) => {
      const organization = orNotFound(await getOrganization(ctx.db), 'organization');
      ctx.outcome.entityTag = tagOf(organization, formWith(ctx.limits));
      return toSingle(withPlan(organization, ctx.limits));
    }),

  update: operation({
    method: 'PUT',
    path: '/v1/organization',
    permission: 'organization:write',
    hasEntityTag: true,
    tag: 'Organization',
    summary: "Update the caller's organization",
    description:
      'Writes the fields that are present and leaves the others as they are. `plan` and `slug` are refused; other unknown fields are ignored.',
  })
    .input(organizationUpdate)
    .output(single(Organization))
    .mutation(async ({ ctx, input }) => {
      const versions = versionsIn(ctx.conditions.ifMatch, formWith(ctx.limits));
      const updated = await updateOrganization(ctx.writer, input, versions);
      const organization = orNotFound(updated, 'organization');
      ctx.outcome.entityTag = tagOf(organization, formWith(ctx.limits));
      return toSingle(withPlan(organization, ctx.limits));
    }),
});
