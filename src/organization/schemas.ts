import { z } from 'zod';
import {
  currencyField,
  currencyPattern,
  forbiddenField,
  maxTimezoneLength,
  nameBounds,
  nameField,
  timestamp,
  timezoneField,
} from '../core/rest/fields.ts';

/** The bounds of RATE_LIMIT_ORGANIZATION_PER_MINUTE and RATE_LIMIT_ENDPOINT_PER_MINUTE. */
const rateLimitBounds = { format: 'int32', maximum: 1_000_000 };

export const Organization = z
  .object({
    id: z.uuid().meta({ description: 'The id of the organization.' }),
    name: z.string().meta({ ...nameBounds, description: 'The name of the organization.' }),
    slug: z
      .string()
      .meta({ maxLength: 63, pattern: '^[a-z0-9-]+$', description: 'Stable; cannot be changed.' }),
    plan: z.string().meta({ maxLength: 63, description: 'Bound to billing; always `free`.' }),
    defaultTimezone: z
      .string()
      .meta({ maxLength: maxTimezoneLength, description: 'An IANA time-zone name.' }),
    defaultCurrency: z
      .string()
      .meta({ maxLength: 3, pattern: currencyPattern, description: 'An ISO 4217 currency code.' }),
    rateLimits: z
      .object({
        organizationPerMinute: z
          .int()
          .min(1)
          .meta({ ...rateLimitBounds, description: 'Requests of the organization in any 60 seconds.' }),
        endpointPerMinute: z
          .int()
          .min(1)
          .meta({ ...rateLimitBounds, description: 'Requests to any one operation in any 60 seconds.' }),
      })
      .meta({ id: 'RateLimits', description: 'The limits in force, the same for every organization.' }),
    createdAt: timestamp('The time at which the organization was created.'),
    updatedAt: timestamp('The time at which the organization was last changed.'),
  })
  .meta({ id: 'Organization', description: 'The organization that the token belongs to.' });

/** The settings that are not part of the public resource. */
export const OrganizationSettings = z
  .object({
    id: z.uuid().meta({ description: 'The id of the organization.' }),
    usesLanguageModel: z.boolean().meta({
      description: 'True if activities may be sent to the language model of the installation.',
    }),
  })
  .meta({
    id: 'OrganizationSettings',
    description: 'The settings of an organization for our own frontends.',
  });

export const settingsUpdate = OrganizationSettings.pick({ usesLanguageModel: true });

export const organizationUpdate = z.object({
  name: nameField().optional().meta({ description: 'The name of the organization.' }),
  defaultTimezone: timezoneField().optional().meta({ description: 'An IANA time-zone name.' }),
  defaultCurrency: currencyField().optional().meta({ description: 'An ISO 4217 currency code in capitals.' }),
  plan: forbiddenField('the plan is bound to billing and cannot be changed here.'),
  slug: forbiddenField('the slug is stable and cannot be changed.'),
});
