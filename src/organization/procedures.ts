import { orNotFound } from '../core/errors.ts';
import { tagByVersion } from '../core/rest/entity-tag.ts';
import { single, toSingle } from '../core/rest/envelope.ts';
import { operationsOf, router } from '../core/trpc.ts';
import { getOrganization, updateOrganization, withPlan } from './queries.ts';
import { Organization, organizationUpdate } from './schemas.ts';

export const organizationPermissions = ['organization:read', 'organization:write'] as const;
const operation = operationsOf(organizationPermissions);

/** The limits are shown with the organization, and are not stored with it. */
const entityTag = tagByVersion(
  Organization,
  ({ organizationPerMinute, endpointPerMinute }) => `-${organizationPerMinute}-${endpointPerMinute}`,
);

export const organizationRouter = router({
  get: operation({
    method: 'GET',
    path: '/v1/organization',
    permission: 'organization:read',
    entityTag,
    tag: 'Organization',
    summary: "Get the caller's organization",
    description: 'The organization that the token belongs to, with the rate limits in force.',
  })
    .output(single(Organization))
    .query(async ({ ctx }) => {
      const organization = orNotFound(await getOrganization(ctx.db), 'organization');
      return toSingle(withPlan(organization, ctx.limits));
    }),

  update: operation({
    method: 'PUT',
    path: '/v1/organization',
    permission: 'organization:write',
    entityTag,
    tag: 'Organization',
    summary: "Update the caller's organization",
    description:
      'Writes the fields that are present and leaves the others as they are. `plan` and `slug` are refused; other unknown fields are ignored. An empty body changes nothing, leaves no audit entry, and returns the organization.',
  })
    .input(organizationUpdate)
    .output(single(Organization))
    .mutation(async ({ ctx, input }) => {
      const updated = await updateOrganization(ctx.writer, input, ctx.versions);
      const organization = orNotFound(updated, 'organization');
      return toSingle(withPlan(organization, ctx.limits));
    }),
});
