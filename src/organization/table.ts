import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, foreignKey, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { audited } from '../core/db/audit/audited.ts';
import { createdAt, updatedAt } from '../core/db/columns.ts';
import { newId } from '../core/db/id.ts';

/** Only an `active` organization has all of its rows; the others are being imported or deleted by the command line. */
const organizationStates = ['active', 'importing', 'deleting'] as const;

export const organizations = audited(
  pgTable(
    'organizations',
    {
      /** Named like the column of all other tables, so that a `TenantDb` reaches the organization itself the same way. */
      organizationId: uuid('id')
        .primaryKey()
        .$defaultFn(() => newId()),
      name: text('name').notNull(),
      slug: text('slug').notNull().unique(),
      defaultTimezone: text('default_timezone').notNull().default('UTC'),
      defaultCurrency: text('default_currency').notNull().default('USD'),
      /** Consents to sending activities to the language model. */
      usesLanguageModel: boolean('language_model').notNull().default(false),
      /** Not a version of the resource: changing it leaves `updatedAt` as it is. */
      state: text('state', { enum: organizationStates }).notNull().default('active'),
      /** Identifies the run of `org import` that fills the organization; null once it is complete. */
      importId: uuid('import_id'),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (table) => [check('organizations_state', sql`${table.state} in ('active', 'importing', 'deleting')`)],
  ),
  'organization',
  ['name', 'defaultTimezone', 'defaultCurrency', 'usesLanguageModel'],
);

export const organizationKey = <T extends string>(
  name: string,
  { organizationId }: { organizationId: AnyPgColumn<{ tableName: T }> },
) => foreignKey({ name, columns: [organizationId], foreignColumns: [organizations.organizationId] });
