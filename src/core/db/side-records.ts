import { type SQL, sql, type WithSubquery } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder';
import type { Outcome } from '../context.ts';
import { idempotencyKeys } from '../rest/idempotency/table.ts';
import type { Audited } from './audit/audited.ts';
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

/** A write to be extended. */
interface Extended {
  readonly write: { returning(columns: Record<string, PgColumn>): Write };
  /** The columns that the write returns. */
  readonly columns: Columns;
  readonly audited: Audited;
  /** The audited values of a row before and after the write. */
  readonly values: { readonly before?: SQL | undefined; readonly after?: SQL | undefined };
  /** The changed rows as they were before, for an update of audited values. */
  readonly rowsBefore?: WithSubquery | undefined;
}

/** The names of audited values among the columns that a write returns. */
const beforeName = 'audit_before';
const afterName = 'audit_after';
const none = sql`null::jsonb`;

/** Makes a write return its columns, and extends it with the given records for each row that it changes. */
export function withSideRecords(
  db: Db,
  { write, columns, audited, values: { before = none, after = none }, rowsBefore }: Extended,
  records: readonly SideRecord[],
) {
  const auditedColumns = { [beforeName]: before.as(beforeName), [afterName]: after.as(afterName) };
  const isAudited = records.includes('audit entry');
  // Drizzle's builder types do not support a generic table.
  const returned = { ...columns, ...(isAudited && auditedColumns) } as Record<string, PgColumn>;
  const written = write.returning(returned);
  if (records.length === 0) return written;
  const changed = changesOf(db, written);
  const inserts = records.map((record) =>
    record === 'audit entry'
      ? auditEntry(db, changed, audited)
      : idempotencyRecord(db, changed, Object.keys(columns)),
  );
  const shown = Object.keys(columns).map((name) => [name, column(changed, name)]);
  return db
    .with(...(rowsBefore ? [rowsBefore] : []), changed, ...inserts)
    .select(Object.fromEntries(shown))
    .from(changed);
}

/** A column that a write returns. */
function column(changed: Changes, name: string) {
  const found = changed._.selectedFields[name];
  if (!found) throw new Error(`The write does not return ${name}.`);
  return found;
}

const placeholder = sql.placeholder;

const nobody = { tokenId: null, systemUser: null, connectionId: null };

/** Returns the parameter values of an audit entry. */
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

function auditEntry(db: Db, changed: Changes, { resource }: Audited) {
  const entry = db
    .select({
      organizationId: sql`${placeholder('organizationId')}::uuid`.as('organization_id'),
      // A write of several rows has several entries.
      id: sql`case when row_number() over () = 1 then ${placeholder('audit.id')}::uuid else gen_random_uuid() end`.as(
        'id',
      ),
      at: sql`now()`.as('at'),
      tokenId: sql`${placeholder('audit.tokenId')}::uuid`.as('token_id'),
      systemUser: sql`${placeholder('audit.systemUser')}::text`.as('system_user'),
      connectionId: sql`${placeholder('audit.connectionId')}::uuid`.as('connection_id'),
      operation: sql`${placeholder('audit.operation')}::text`.as('operation'),
      resource: sql`${sql.raw(`'${resource}/'`)} || ${changed.id}`.as('resource'),
      requestId: sql`${placeholder('audit.requestId')}::uuid`.as('request_id'),
      before: sql`${column(changed, beforeName)}`.as('before'),
      after: sql`${column(changed, afterName)}`.as('after'),
    })
    .from(changed);
  return db.$with('audit').as(db.insert(auditEntries).select(entry).returning({ id: auditEntries.id }));
}

/** Returns the parameter values of an idempotency record. */
export const idempotencyValues = (key: string, fingerprint: string) => ({
  'idempotency.key': key,
  'idempotency.fingerprint': fingerprint,
});

function idempotencyRecord(db: Db, changed: Changes, names: readonly string[]) {
  const fields = names.map((name) => sql`${sql.raw(`'${name}'`)}, ${column(changed, name)}`);
  const record = db
    .select({
      organizationId: sql`${placeholder('organizationId')}::uuid`.as('organization_id'),
      key: sql`${placeholder('idempotency.key')}::text`.as('key'),
      fingerprint: sql`${placeholder('idempotency.fingerprint')}::text`.as('fingerprint'),
      answer: sql`json_build_object(${sql.join(fields, sql`, `)})::text`.as('answer'),
      createdAt: sql`now()`.as('created_at'),
    })
    .from(changed);
  return db
    .$with('idempotency')
    .as(db.insert(idempotencyKeys).select(record).returning({ key: idempotencyKeys.key }));
}
