import { sql } from 'drizzle-orm';
import { customType, uuid } from 'drizzle-orm/pg-core';
import { newId } from './id.ts';

/** Converts a timestamp of PostgreSQL to ISO 8601. The usual form, in UTC, needs no `Date`, which would be slower. */
function toIsoInstant(value: string): string {
  if (!inUtc.test(value)) return new Date(value).toISOString();
  const fraction = value.slice(20, -3).padEnd(3, '0');
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction}Z`;
}

const inUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00$/;

/**
 * A timestamp: an ISO 8601 string in UTC with milliseconds (`2026-11-20T20:35:34.909Z`), in rows as in the API. Stored as
 * `timestamptz(3)`, so that comparisons in SQL see no more digits than callers do.
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: toIsoInstant,
});

/** Bytes, read as a string of hexadecimal digits. */
export const bytes = customType<{ data: string; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value).toString('hex'),
  toDriver: (value) => Buffer.from(value, 'hex'),
});

/** The identifier of a row: a UUIDv7 made by the application (RFC 9562), so that ids sort by creation. */
export const id = () =>
  uuid('id')
    .notNull()
    .$defaultFn(() => newId());

export const organizationId = () => uuid('organization_id').notNull();

const now = sql`now()`;
export const createdAt = (name = 'created_at') => instant(name).notNull().default(now);
export const updatedAt = () => instant('updated_at').notNull().default(now);
