import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, organizationId } from '../core/columns.ts';
import type { Permission } from '../core/permissions.ts';
import { organizations } from '../organization/table.ts';
import { users } from '../users/table.ts';

/** Without a user it is an organization key, which may do everything; with one it may do what `permissions` lists. */
export const tokens = pgTable(
  'tokens',
  {
    organizationId: organizationId(),
    id: id(),
    hash: text('hash').notNull().unique(),
    name: text('name'),
    userId: uuid('user_id'),
    permissions: text('permissions').array().$type<Permission[]>().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({
      name: 'tokens_organization',
      columns: [table.organizationId],
      foreignColumns: [organizations.organizationId],
    }),
    foreignKey({
      name: 'tokens_user',
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }),
    index('tokens_of_user').on(table.organizationId, table.userId),
    check('tokens_permissions_of_user', sql`${table.userId} is not null or ${table.permissions} = '{}'`),
  ],
);
