import { type SQL, sql, type WithSubquery } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder';
import type { Outcome } from '../context.ts';
import { idempotencyKeys } from '../rest/idempotency/table.ts';
import { auditEntries } from './audit/table.ts';
import type { Db } from './database.ts';
import { newId } from './id.ts';

/** The author of a change: a request's token, the operating-system user who runs a command, or a connection. */
export type Actor =
  | { readonly tokenId: string }
  | { readonly systemUser: string }
  | { readonly connectionId: string };

/** The author of a change, for its audit entry: who, operation and request. */
export interface Author {
  readonly actor: Actor;
  readonly operation: string;
  readonly requestId: string;
  /** Present if the operation inserts one row for all requests with this key. */
  readonly idempotency?: { readonly key: string; readonly outcome: Outcome } | undefined;
}

/** A record of a change, written by the same statement, so that neither exists without the other. */
export type SideRecord = 'audit entry' | 'idempotency record';

type Columns = Record<string, PgColumn | SQL | SQL.Aliased>;
type Changes = ReturnType<typeof changesOf>;
type Write = TypedQueryBuilder<Record<string, PgColumn>> & { prepare(name: string): unknown };

const changesOf = (db: Db, write: Write) => db.$with('changed').as(write);

export interface Extended {
  readonly write: { returning(columns: Record<string, PgColumn>): Write };
  readonly columns: Columns;
  /** The audited values of a row before and after the write. */
  readonly before?: SQL | undefined;
  readonly after?: SQL | undefined;
  /** The changed rows as they were before, for an update of audited values. */
  readonly rowsBefore?: WithSubquery | undefined;
}

const none = sql`null::jsonb`;

/**
 * Makes a write return its columns, and extends it with the given records for each row that it changes.
 * @param resource the first part of the resource of audit entries
 */
export function withSideRecords(
  db: Db,
  { write, columns, before = none, after = none, rowsBefore }: Extended,
  records: readonly SideRecord[],
  resource: string,
) {
  const auditedColumns = { before: before.as('audit_before'), after: after.as('audit_after') };
  const isAudited = records.includes('audit entry');
  // Drizzle's builder types do not support a generic table.
  const returned = { ...columns, ...(isAudited && auditedColumns) } as Record<string, PgColumn>;
  const written = write.returning(returned);
  if (records.length === 0) return written;
  const changed = changesOf(db, written);
  const inserts = records.map((record) =>
    record === 'audit entry'
      ? auditEntry(db, changed, resource)
      : idempotencyRecord(db, changed, Object.keys(columns)),
  );
  const shown = Object.keys(columns).map((name) => [name, column(changed, name)]);
  return db
    .with(...(rowsBefore ? [rowsBefore] : []), changed, ...inserts)
    .select(Object.fromEntries(shown))
    .from(changed);
}

function column(changed: Changes, name: string) {
  const found = changed._.selectedFields[name];
  if (!found) throw new Error(`The write does not return ${name}.`);
  return found;
}

const placeholder = sql.placeholder;

const nobody = { tokenId: null, systemUser: null, connectionId: null };

export function auditValues({ actor, operation, requestId }: Author) {
  const { tokenId, systemUser, connectionId } = { ...nobody, ...actor };
  return {
    'audit.id': newId(),
    'audit.tokenId': tokenId,
    'audit.systemUser': systemUser,
    'audit.connectionId': connectionId,
    'audit.operation': operation,
    'audit.requestId': requestId,
  };
}

const auditEntry = (db: Db, changed: Changes, resource: string) =>
  // A write of several rows has several entries. PostgreSQL 16 made `system_user` a keyword.
  db.$with('audit', { id: auditEntries.id }).as(sql`
    insert into audit_entries (organization_id, id, token_id, "system_user", connection_id, operation, resource,
      request_id, before, after)
    select ${placeholder('organizationId')}::uuid,
      case when row_number() over () = 1 then ${placeholder('audit.id')}::uuid else gen_random_uuid() end,
      ${placeholder('audit.tokenId')}::uuid, ${placeholder('audit.systemUser')}::text,
      ${placeholder('audit.connectionId')}::uuid, ${placeholder('audit.operation')}::text,
      ${sql.raw(`'${resource}/'`)} || ${changed.id}, ${placeholder('audit.requestId')}::uuid,
      audit_before, audit_after
    from ${changed}`);

export const idempotencyValues = (key: string, fingerprint: string) => ({
  'idempotency.key': key,
  'idempotency.fingerprint': fingerprint,
});

function idempotencyRecord(db: Db, changed: Changes, names: readonly string[]) {
  const fields = names.map((name) => sql`${sql.raw(`'${name}'`)}, ${column(changed, name)}`);
  return db.$with('idempotency', { key: idempotencyKeys.key }).as(sql`
    insert into idempotency_keys (organization_id, key, fingerprint, answer)
    select ${placeholder('organizationId')}::uuid, ${placeholder('idempotency.key')}::text,
      ${placeholder('idempotency.fingerprint')}::text, json_build_object(${sql.join(fields, sql`, `)})::text
    from ${changed}`);
}
