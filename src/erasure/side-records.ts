import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { auditEntries } from '../core/db/audit/table.ts';
import type { Db } from '../core/db/database.ts';
import { pageSize } from '../core/db/page-size.ts';
import { readPages } from '../core/db/pages.ts';
import { idempotencyKeys } from '../core/rest/idempotency/table.ts';
import { readBound } from './activities.ts';

/** The answers are clients, so short. */
const pageRows = 1_000;

/**
 * Clears the values before and after in the audit entries that contain one of the words; the entries stay.
 * @param words in lower case
 * @param except leaves out entries that contain this word
 * @returns the number of entries cleared
 */
export async function clearAuditValues(
  db: Db,
  organizationId: string,
  { words, except }: { readonly words: readonly string[]; readonly except?: string },
  signal: AbortSignal,
): Promise<number> {
  const { id, at, before, after } = auditEntries;
  const withValues = and(
    eq(auditEntries.organizationId, organizationId),
    or(isNotNull(before), isNotNull(after)),
  );
  const pages = readPages(async (last: { readonly at: string; readonly id: string } | undefined) => {
    const where = and(withValues, last && sql`(${at}, ${id}) > (${last.at}::timestamptz, ${last.id}::uuid)`);
    const size = await pageSize(db, auditEntries, {
      ...readBound,
      columns: [before, after],
      where,
      orderBy: [at, id],
    });
    return db
      .select({ id, at, before, after })
      .from(auditEntries)
      .where(where)
      .orderBy(asc(at), asc(id))
      .limit(size);
  }, signal);
  let cleared = 0;
  for await (const page of pages) {
    const found = page.filter(({ before, after }) => {
      const values = [before, after];
      return hasWord(values, words) && (except === undefined || !hasWord(values, [except]));
    });
    for (const entry of found)
      await db
        .update(auditEntries)
        .set({ before: null, after: null })
        .where(and(eq(auditEntries.organizationId, organizationId), eq(at, entry.at), eq(id, entry.id)));
    cleared += found.length;
  }
  return cleared;
}

/** True if a text in the values contains one of the words. */
function hasWord(values: unknown, words: readonly string[]): boolean {
  if (typeof values === 'string') {
    const text = values.toLowerCase();
    return words.some((word) => contains(text, word));
  }
  return (
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).some((each) => hasWord(each, words))
  );
}

/** True if the text contains the word, but not as part of a longer one, such as `acme.co` in `acme.com`. */
function contains(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const isBegun = /^[a-z0-9]/.test(text.slice(Math.max(at - 1, 0), at));
    const isContinued = /^(?:[a-z0-9-]|\.[a-z0-9])/.test(text.slice(end, end + 2));
    if (!isBegun && !isContinued) return true;
  }
  return false;
}

/** Deletes the idempotency keys that contain, or whose stored answers contain, one of the words, ids or addresses in lower case. */
export async function eraseIdempotencyKeys(
  db: Db,
  organizationId: string,
  words: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const { key, answer } = idempotencyKeys;
  const ofOrganization = eq(idempotencyKeys.organizationId, organizationId);
  const pages = readPages(
    (last: { readonly key: string } | undefined) =>
      db
        .select({ key, answer })
        .from(idempotencyKeys)
        .where(and(ofOrganization, last && gt(key, last.key)))
        .orderBy(asc(key))
        .limit(pageRows),
    signal,
  );
  let erased = 0;
  for await (const page of pages) {
    const keys = page.filter((each) => hasWord(each, words)).map(({ key }) => key);
    if (keys.length > 0) await db.delete(idempotencyKeys).where(and(ofOrganization, inArray(key, keys)));
    erased += keys.length;
  }
  return erased;
}
