import { z } from 'zod';
import { permissions } from '../core/permissions.ts';
import { cursorInput } from '../core/rest/cursor.ts';
import {
  dateTimeField,
  limitInput,
  nameField,
  pathId,
  timestamp,
  timestampOrNull,
  toMilliseconds,
} from '../core/rest/fields.ts';
import { Organization } from '../organization/schemas.ts';

const PermissionName = z.string().meta({ description: 'Such as `clients:read`.' });

export const Token = z
  .object({
    id: z.uuid().meta({ description: 'The id of the token; not the token itself.' }),
    name: z.string().nullable().meta({ description: 'The name of the token, or null.' }),
    user: z
      .object({ id: z.uuid(), email: z.string() })
      .nullable()
      .meta({ description: 'The user of a user key; null for an organization key.' }),
    permissions: z.array(PermissionName).meta({
      description: 'The permissions of a user key. An organization key has all, and none is listed.',
    }),
    createdAt: timestamp('The time at which it was created.'),
    expiresAt: timestampOrNull('The time at which it expires; null when it does not.'),
    lastUsedAt: timestampOrNull('The time of the last use, to the minute; null before the first.'),
    revokedAt: timestampOrNull('The time at which it was revoked; null when it was not.'),
  })
  .meta({ id: 'Token', description: 'An API token, without its secret.' });

export const NewToken = Token.extend({
  token: z.string().meta({ description: 'The token itself. It is not stored and cannot be read again.' }),
}).meta({ id: 'NewToken', description: 'A token that was just made.' });

export const Session = z
  .object({
    token: Token.pick({ id: true, name: true, expiresAt: true }).extend({
      userId: z.uuid().nullable().meta({
        description: 'The user it belongs to; null for an organization key, which has all permissions.',
      }),
    }),
    permissions: z.array(PermissionName).meta({ description: 'All that the token may do.' }),
    organization: Organization.pick({ id: true, name: true, defaultTimezone: true }),
  })
  .meta({ id: 'Session', description: 'The caller: its token, permissions and organization.' });

export const tokensList = z
  .object({ limit: limitInput, cursor: cursorInput('tokens') })
  .default({ limit: 20 });

const expiryRule = 'Send a time in the future, at most ten years ahead, or null for none.';
const maxLifetimeMs = 10 * 366 * 86_400_000;

function isLifetime(expiresAt: string): boolean {
  const lifetimeMs = toMilliseconds(expiresAt) - Date.now();
  return lifetimeMs > 0 && lifetimeMs <= maxLifetimeMs;
}

const permissionsRule = `Send an array of some of ${permissions.join(', ')}.`;

export const tokenCreate = z
  .object({
    name: nameField().nullable().optional().meta({ description: 'What it is for.' }),
    userId: z
      .uuid('Send the id of a user, or null for an organization key.')
      .nullable()
      .optional()
      .meta({ description: 'The user of a user key; null or absent for an organization key.' }),
    permissions: z
      .array(z.enum(permissions, permissionsRule).meta({ id: 'Permission' }), permissionsRule)
      .max(permissions.length, permissionsRule)
      .transform((list) => [...new Set(list)])
      .optional()
      .meta({ description: 'The permissions of a user key.' }),
    expiresAt: dateTimeField('The time at which it expires; absent or null when it does not.')
      .refine(isLifetime, expiryRule)
      .transform((text) => new Date(toMilliseconds(text)).toISOString())
      .nullable()
      .optional(),
  })
  .refine(({ userId, permissions = [] }) => (userId ?? null) !== null || permissions.length === 0, {
    path: ['permissions'],
    error: 'Send it only with `userId`: an organization key has all permissions.',
  });

export const tokenRevoke = z.object({ tokenId: pathId('token') });

const overlapRule = 'Send a whole number of hours from 0 to 720.';

export const tokenRotate = tokenRevoke.extend({
  overlapHours: z
    .int(overlapRule)
    .min(0, overlapRule)
    .max(720, overlapRule)
    .meta({ description: 'How long the old token stays valid.' }),
});
