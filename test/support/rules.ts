import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { listAuditEntries } from '../../src/core/db/audit/queries.ts';
import type { Answer, TestApi, TestOrganization } from './api.ts';
import { walkPages } from './trpc.ts';

/** Rate limits that tests of other features never reach. */
export const generous = { limits: { organizationPerMinute: 10_000, endpointPerMinute: 10_000 } };

/** Asserts a 400 that names exactly these fields, each with a sentence about what to send. */
export function expectRefused(answer: Answer, ...fields: string[]): void {
  expect(answer.status, answer.text).toBe(400);
  const { error } = answer.body;
  // REST has the error itself, tRPC has it in its own.
  const { code, message, details } = error.data?.error ?? error;
  expect(code).toBe('invalid_argument');
  expect(Object.keys(details).sort()).toEqual([...fields].sort());
  for (const field of fields) {
    expect(message).toContain(`${field}: ${details[field]}`);
    expect(details[field]).toMatch(/^(Send|Do not send) .{8,}\.$/);
  }
}

/** Follows the cursors of a list over REST; `path` has a query. `between` runs after every page. */
export const walk = (
  api: TestApi,
  path: string,
  token: string,
  between?: (pageNumber: number) => Promise<void>,
) =>
  walkPages(async (cursor) => {
    const { status, body, text } = await api.get(cursor ? `${path}&cursor=${cursor}` : path, { token });
    expect(status, text).toBe(200);
    return body;
  }, between);

/** Returns the cursor of the second page of a list. */
export async function cursorOf(api: TestApi, url: string, token: string): Promise<string> {
  const { body, text } = await api.get(url, { token });
  expect(body.meta?.cursor, text).toEqual(expect.any(String));
  return body.meta.cursor;
}

export const longAgo = '2020-02-02T02:02:02.020Z';

/** Sets the times of creation and last change of a row to `longAgo`. */
export async function backdate(
  { database }: TestApi,
  table: 'organizations' | 'clients' | 'users',
  id: string,
): Promise<void> {
  await database.db.transaction(async (transaction) => {
    // Disables the trigger that sets `updated_at`.
    await transaction.execute(sql`set local session_replication_role = replica`);
    await transaction.execute(
      sql`update ${sql.identifier(table)} set created_at = ${longAgo}, updated_at = ${longAgo} where id = ${id}`,
    );
  });
}

/** Lists the organization's audit entries, newest first, without their times. */
export async function auditOf({ db }: TestOrganization) {
  return (await listAuditEntries(db, { limit: 1_000 })).map(({ id: _position, at, ...entry }) => {
    expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000);
    return entry;
  });
}
