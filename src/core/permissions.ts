import { ApiError } from './errors.ts';

/** The permissions of user keys. An organization key has all of them. */
export const permissions = [
  'organization:read',
  'organization:write',
  'clients:read',
  'clients:write',
  'dashboards:read',
  'activities:read',
  'activities:write',
  'users:read',
  'users:write',
  'tokens:read',
  'tokens:write',
  'rules:read',
  'rules:write',
  'audit:read',
  'imports:read',
  'connections:read',
  'connections:write',
  'webhooks:read',
  'webhooks:write',
] as const;

export type Permission = (typeof permissions)[number];

export interface Caller {
  readonly tokenId: string;
  readonly organizationId: string;
  readonly permissions: 'all' | ReadonlySet<Permission>;
}

/** True when the caller may use an operation that needs `permission`. */
export function isAllowed(caller: Caller, permission: Permission | 'none'): boolean {
  return permission === 'none' || caller.permissions === 'all' || caller.permissions.has(permission);
}

/** @throws ApiError `forbidden` unless the caller has the permission */
export function requirePermission(caller: Caller, permission: Permission | 'none' | undefined): void {
  if (permission !== undefined && isAllowed(caller, permission)) return;
  throw new ApiError('forbidden', {
    message: `This token lacks the permission "${permission}".`,
    details: { requiredPermission: permission },
  });
}
