import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder';
import type { Outcome } from '../context.ts';
import { idempotencyKeys } from '../rest/idempotency/table.ts';
import { auditEntries } from './audit/table.ts';
import type { Db } from './database.ts';
import { newId } from './id.ts';

/** The author of a change, for its audit entry: token, operation and request. */
export interface Author {
  readonly tokenId: string;
  readonly operation: string;
  readonly requestId: string;
  /** Present if the operation inserts one row for all requests with this key. */
  readonly idempotency?: { readonly key: string; readonly outcome: Outcome } | undefined;
}

/** A record of a change, written by the same statement, so that neither exists without the other. */
export type SideRecord = 'audit entry' | 'idempotency record';

type Changes = ReturnType<typeof changesOf>;
type Write = TypedQueryBuilder<Record<string, PgColumn>> & { prepare(name: string): unknown };

const changesOf = (db: Db, write: Write) => db.$with('changed').as(write);

/** Extends a write with the given records for each row that it changes. */
export function withSideRecords<W extends Write>(db: Db, write: W, records: readonly SideRecord[]) {
  if (records.length === 0) return write;
  const changed = changesOf(db, write);
  const inserts = records.map((record) =>
    record === 'audit entry' ? auditEntry(db, changed) : idempotencyRecord(db, changed),
  );
  return db
    .with(changed, ...inserts)
    .select()
    .from(changed);
}

const placeholder = sql.placeholder;

/** Returns the parameter values of an audit entry. */
export const auditValues = ({ tokenId, operation, requestId }: Author) => ({
  'audit.id': newId(),
  'audit.tokenId': tokenId,
  'audit.operation': operation,
  'audit.requestId': requestId,
});

function auditEntry(db: Db, changed: Changes) {
  const operation = sql`${placeholder('audit.operation')}::text`;
  const entry = db
    .select({
      organizationId: sql`${placeholder('organizationId')}::uuid`.as('organization_id'),
      id: sql`${placeholder('audit.id')}::uuid`.as('id'),
      at: sql`now()`.as('at'),
      tokenId: sql`${placeholder('audit.tokenId')}::uuid`.as('token_id'),
      operation: operation.as('operation'),
      resource: sql`split_part(${operation}, '.', 1) || '/' || ${changed.id}`.as('resource'),
      requestId: sql`${placeholder('audit.requestId')}::uuid`.as('request_id'),
    })
    .from(changed);
  return db.$with('audit').as(db.insert(auditEntries).select(entry).returning({ id: auditEntries.id }));
}

/** Returns the parameter values of an idempotency record. */
export const idempotencyValues = (key: string, fingerprint: string) => ({
  'idempotency.key': key,
  'idempotency.fingerprint': fingerprint,
});

function idempotencyRecord(db: Db, changed: Changes) {
  const fields = Object.entries(changed._.selectedFields).map(
    ([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`,
  );
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
