import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, organizationId, updatedAt } from '../core/db/columns.ts';
import { organizationKey } from '../organization/table.ts';

export const users = pgTable(
  'users',
  {
    organizationId: organizationId(),
    id: id(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    imageUrl: text('image_url'),
    idpUserId: text('idp_user_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    organizationKey('users_organization', table),
    // Not unique: includes deleted users, who may have had the same address.
    index('users_of_email').on(table.organizationId, table.email),
    index('users_of_domain').on(table.organizationId, sql`split_part(${table.email}, '@', 2)`),
    // For the list, which would otherwise read past deleted users.
    index('users_not_deleted').on(table.organizationId, table.id).where(sql`${table.deletedAt} is null`),
    // For the worker, which removes them after their retention, across organizations.
    index('users_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    uniqueIndex('users_email').on(table.organizationId, table.email).where(sql`${table.deletedAt} is null`),
  ],
);
