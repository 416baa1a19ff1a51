import { eq } from 'drizzle-orm';
import type { TenantReader } from '../../db/tenant.ts';
import type { TenantTable } from '../../db/tenant-rows.ts';
import { type Insert, named } from '../../db/tenant-statements.ts';
import { conflict, invalidArgument, sqlStateOf } from '../../errors.ts';
import { idempotencyKeys } from './table.ts';

const byKey = named('idempotency.get', { key: idempotencyKeys.key }, (db, { key }) =>
  db.select(
    { fingerprint: idempotencyKeys.fingerprint, answer: idempotencyKeys.answer },
    idempotencyKeys,
    eq(idempotencyKeys.key, key),
  ),
);

const stillRunning = 'A request with this Idempotency-Key is still running. Try again in a moment.';
const keyReused = 'Send a new key: this one was used for another request within the last 24 hours.';

/**
 * Returns the row that the first request with a key inserted, as it was then.
 * @param error the failure of the second insertion; rethrown if the key did not cause it
 * @throws ApiError `conflict` while the first request is running, `invalid_argument` if its input differed
 */
export async function replay<R>(
  db: TenantReader,
  query: Insert<TenantTable, R>,
  { key, fingerprint }: { key: string; fingerprint: string },
  error: unknown,
): Promise<R> {
  const state = sqlStateOf(error);
  if (state === '55P03') throw conflict('idempotency_in_progress', stillRunning);
  const kept = state === '23505' ? await db.first(byKey, { key }) : undefined;
  if (kept === undefined) throw error;
  if (kept.fingerprint !== fingerprint) throw invalidArgument({ 'Idempotency-Key': keyReused });
  return rowOf(query, kept.answer);
}

/** Converts a row stored as JSON to the values that the driver would return. */
function rowOf<R>({ returned }: Insert<TenantTable, R>, answer: string): R {
  const values = JSON.parse(answer) as Record<string, unknown>;
  const entries = Object.entries(returned).map(([name, column]) => {
    const value = values[name];
    return [name, value === null ? null : column.mapFromDriverValue(value)];
  });
  return Object.fromEntries(entries) as R; // Written from the same columns.
}
