import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { activities, erasedActivities } from '../activities/table.ts';
import { assignmentRules, clients } from '../clients/table.ts';
import { connectionCalendars, connectionMeetings } from '../connections/calendar/table.ts';
import { connectionDomains, connectionMailboxes, connections } from '../connections/table.ts';
import { auditEntries } from '../core/db/audit/table.ts';
import type { TenantTable } from '../core/db/tenant-rows.ts';
import { idempotencyKeys } from '../core/rest/idempotency/table.ts';
import { insightJobs, insightSummaries, insights, languageModelUsage, snoozes } from '../insights/table.ts';
import { tokens } from '../tokens/table.ts';
import { users } from '../users/table.ts';
import { webhookDeliveries, webhookEndpoints } from '../webhooks/table.ts';

/** A table with rows of organizations, and the columns that an export has. */
export interface DataTable {
  readonly name: string;
  readonly table: TenantTable;
  /** By their names in TypeScript; none if the table is not exported. */
  readonly exported: Readonly<Record<string, PgColumn>>;
  /** The values of an imported row in place of columns that are not exported. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Absent if the rows have no texts about people, or live only as long as others that have. */
  readonly mentions?: Mentions;
}

/** The columns that may mention a person or a client, and what an erasure does to a row that does. */
interface Mentions {
  readonly texts: Readonly<Record<string, PgColumn>>;
  /** Ids in which an address may be a part of a word. */
  readonly ids: Readonly<Record<string, PgColumn>>;
  readonly erasure: 'replace' | 'clear' | 'delete';
}

const textsOfActivities = ['subject', 'content', 'participants', 'participantNames'] as const;

/**
 * Secrets and leases stay here, and so does the state, since nothing connects without a secret. Private networks are
 * others elsewhere, so a file does not open them.
 */
const ofConnections = [
  'secret',
  'lease',
  'leasedUntil',
  'allowPrivate',
  'state',
  'failure',
  'failures',
  'nextTryAt',
];

/**
 * All tables with rows of organizations, besides the organizations themselves. Rows refer to rows of tables before their
 * own, so an import goes forwards and a deletion backwards. Background work comes last, so that it ends
 * before anything is gone.
 */
export const dataTables: readonly DataTable[] = [
  { ...exportedTable(auditEntries), ...mentioning(auditEntries, 'clear', ['before', 'after']) },
  // They answer retries, within 24 hours.
  { ...keptTable(idempotencyKeys), ...mentioning(idempotencyKeys, 'delete', ['key', 'answer']) },
  exportedTable(users),
  // Only the hash of a token is stored, and whoever has the file must not get access with it.
  { ...keptTable(tokens), ...mentioning(tokens, 'replace', ['name']) },
  { ...exportedTable(clients), ...mentioning(clients, 'replace', ['name']) },
  { ...exportedTable(activities), ...mentioning(activities, 'replace', textsOfActivities, ['sourceId']) },
  // The import records nothing that was erased here.
  exportedTable(erasedActivities),
  // Workers compute cards from the activities: a file must not choose what they show.
  keptTable(insights),
  keptTable(insightSummaries),
  exportedTable(snoozes),
  keptTable(languageModelUsage),
  {
    ...exportedTable(connections, ofConnections),
    fixed: {
      state: 'paused',
      failure: 'The import brought no secret: give one to "connection update", then use "connection resume".',
    },
    ...mentioning(connections, 'replace', ['failure']),
  },
  exportedTable(connectionMailboxes),
  exportedTable(connectionCalendars),
  {
    ...exportedTable(connectionMeetings),
    ...mentioning(connectionMeetings, 'replace', [], ['sourceId', 'uid']),
  },
  exportedTable(connectionDomains),
  // Their secrets stay here, and whoever has the file must not get events.
  keptTable(webhookEndpoints),
  keptTable(webhookDeliveries),
  exportedTable(assignmentRules),
  keptTable(insightJobs),
];

function exportedTable(table: TenantTable, without: readonly string[] = []): DataTable {
  const exported = Object.entries(getTableColumns(table)).filter(
    ([name]) => name !== 'organizationId' && !without.includes(name),
  );
  return { name: getTableName(table), table, exported: Object.fromEntries(exported) };
}

function keptTable(table: TenantTable): DataTable {
  return { name: getTableName(table), table, exported: {} };
}

function mentioning<T extends TenantTable>(
  table: T,
  erasure: Mentions['erasure'],
  texts: readonly (keyof T['$inferSelect'])[],
  ids: readonly (keyof T['$inferSelect'])[] = [],
): { readonly mentions: Mentions } {
  const columnsOf = (names: readonly PropertyKey[]) =>
    Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => names.includes(name)));
  return { mentions: { texts: columnsOf(texts), ids: columnsOf(ids), erasure } };
}

export const isExported = ({ exported }: DataTable) => Object.keys(exported).length > 0;
