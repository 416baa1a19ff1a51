import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { audited } from '../core/db/audit/audited.ts';
import { bytes, createdAt, id, instant, organizationId } from '../core/db/columns.ts';
import type { Permission } from '../core/permissions.ts';
import { organizationKey } from '../organization/table.ts';
import { users } from '../users/table.ts';

/** Without a user it is an organization key, which may do everything; with one it may do what `permissions` lists. */
export const tokens = audited(
  pgTable(
    'tokens',
    {
      organizationId: organizationId(),
      id: id(),
      hash: bytes('hash').notNull().unique(),
      name: text('name'),
      userId: uuid('user_id'),
      permissions: text('permissions').array().$type<Permission[]>().notNull().default(sql`'{}'`),
      createdAt: createdAt(),
      expiresAt: instant('expires_at'),
      lastUsedAt: instant('last_used_at'),
      revokedAt: instant('revoked_at'),
      /** The token that replaced this one in a rotation. */
      replacedBy: uuid('replaced_by'),
    },
    (table) => [
      primaryKey({ columns: [table.organizationId, table.id] }),
      organizationKey('tokens_organization', table),
      foreignKey({
        name: 'tokens_user',
        columns: [table.organizationId, table.userId],
        foreignColumns: [users.organizationId, users.id],
      }).onDelete('cascade'),
      index('tokens_of_user').on(table.organizationId, table.userId),
      check('tokens_hash_length', sql`octet_length(${table.hash}) = 32`),
      check('tokens_permissions_of_user', sql`${table.userId} is not null or ${table.permissions} = '{}'`),
    ],
  ),
  'tokens',
  ['name', 'userId', 'permissions', 'expiresAt', 'revokedAt'],
);
