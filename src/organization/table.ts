import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, updatedAt } from '../core/db/columns.ts';
import { newId } from '../core/db/id.ts';

export const organizations = pgTable('organizations', {
  /** Named like the column of all other tables, so that a `TenantDb` reaches the organization itself the same way. */
  organizationId: uuid('id')
    .primaryKey()
    .$defaultFn(() => newId()),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  defaultTimezone: text('default_timezone').notNull().default('UTC'),
  defaultCurrency: text('default_currency').notNull().default('USD'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
