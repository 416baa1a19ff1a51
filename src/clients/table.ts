import { isNull, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { audited } from '../core/db/audit/audited.ts';
import { createdAt, id, instant, organizationId, updatedAt } from '../core/db/columns.ts';
import { organizationKey } from '../organization/table.ts';
import { users } from '../users/table.ts';

export const clients = pgTable(
  'clients',
  {
    organizationId: organizationId(),
    id: id(),
    name: text('name').notNull(),
    domain: text('domain'),
    /** The user who looks after the client; internal, not part of the public resource. */
    ownerId: uuid('owner_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    organizationKey('clients_organization', table),
    foreignKey({
      name: 'clients_owner',
      columns: [table.organizationId, table.ownerId],
      foreignColumns: [users.organizationId, users.id],
    }).onDelete('set null'),
    index('clients_of_owner')
      .on(table.organizationId, table.ownerId)
      .where(sql`${table.ownerId} is not null`),
    index('clients_domain').on(table.organizationId, table.domain, table.id),
    // For the list, which would otherwise read past deleted clients.
    index('clients_not_deleted').on(table.organizationId, table.id).where(sql`${table.deletedAt} is null`),
    // For the worker, which removes them after their retention, across organizations.
    index('clients_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
  ],
);

export const notDeleted = isNull(clients.deletedAt);

export const clientKey = <T extends string>(
  name: string,
  { organizationId, clientId }: Record<'organizationId' | 'clientId', AnyPgColumn<{ tableName: T }>>,
) =>
  foreignKey({
    name,
    columns: [organizationId, clientId],
    foreignColumns: [clients.organizationId, clients.id],
  });

/** Assigns the activities of an integration to clients by the domain of a participant. */
export const assignmentRules = audited(
  pgTable(
    'assignment_rules',
    {
      organizationId: organizationId(),
      id: id(),
      integration: text('integration').notNull(),
      domain: text('domain').notNull(),
      clientId: uuid('client_id'),
      /**
       * The id of the last activity checked, in order of ids, while activities recorded before the rule was wired may be
       * unassigned; null when all have been checked.
       */
      backlogAfter: uuid('backlog_after'),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (table) => [
      primaryKey({ columns: [table.organizationId, table.id] }),
      organizationKey('assignment_rules_organization', table),
      clientKey('assignment_rules_client', table),
      unique('assignment_rules_integration_domain').on(table.organizationId, table.integration, table.domain),
      index('assignment_rules_unwired')
        .on(table.organizationId, table.domain)
        .where(sql`${table.clientId} is null`),
      index('assignment_rules_of_client').on(table.organizationId, table.clientId),
      index('assignment_rules_backlog')
        .on(table.organizationId, table.id)
        .where(sql`${table.backlogAfter} is not null`),
    ],
  ),
  'rules',
  ['integration', 'domain', 'clientId'],
);
