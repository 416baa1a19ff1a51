import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clients } from '../../clients/table.ts';
import { instant, organizationId } from '../../core/columns.ts';

export const cardKeys = ['client-health', 'wins-and-traction', 'frictions-and-risks'] as const;
export type CardKey = (typeof cardKeys)[number];

/** What was computed for one card of a client's dashboard. No row: nothing has been computed yet. */
export const insights = pgTable(
  'insights',
  {
    organizationId: organizationId(),
    clientId: uuid('client_id').notNull(),
    card: text('card', { enum: cardKeys }).notNull(),
    content: text('content').notNull(),
    computedAt: instant('computed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.clientId, table.card] }),
    foreignKey({
      name: 'insights_client',
      columns: [table.organizationId, table.clientId],
      foreignColumns: [clients.organizationId, clients.id],
    }),
  ],
);
