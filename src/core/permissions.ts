import { ApiError } from './errors.ts';

/** What a user key can be allowed to do, as its module declares it. An organization key may do everything. */
export type Permission = `${string}:${'read' | 'write'}`;

/** Who calls: the token, the organization it belongs to, and what it may do there. */
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
