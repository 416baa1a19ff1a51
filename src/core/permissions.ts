import { ApiError } from './errors.ts';

/** A permission of a user key, declared by a module. An organization key has all of them. */
export type Permission = `${string}:${'read' | 'write'}`;

/** The caller of a request: its token, organization and permissions. */
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
