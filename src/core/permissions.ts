/** What a user key can be allowed to do. An organization key may do everything. */
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
] as const;

export type Permission = (typeof permissions)[number];

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
