import { orNotFound } from '../core/errors.ts';
import { tagByVersion } from '../core/rest/entity-tag.ts';
import { single, toSingle } from '../core/rest/envelope.ts';
import { internalOperation, operation, router } from '../core/trpc.ts';
import { getOrganization, updateOrganization, withPlan } from './queries.ts';
import { Organization, OrganizationSettings, organizationUpdate, settingsUpdate } from './schemas.ts';

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

  settings: internalOperation({
    permission: 'organization:read',
    description: 'The settings of the organization that are not part of the public resource.',
  })
    .output(single(OrganizationSettings))
    .query(async ({ ctx }) => toSingle(orNotFound(await getOrganization(ctx.db), 'organization'))),

  updateSettings: internalOperation({
    permission: 'organization:write',
    description: 'Writes these settings. A worker follows them from the next computation of each client.',
  })
    .input(settingsUpdate)
    .output(single(OrganizationSettings))
    .mutation(async ({ ctx, input }) =>
      toSingle(orNotFound(await updateOrganization(ctx.writer, input), 'organization')),
    ),
});
