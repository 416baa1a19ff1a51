import { z } from 'zod';
import { type IdPage, maxCursorLength, readCursor, writeCursor } from './cursor.ts';
import { maxPageSize } from './fields.ts';

const emptyMeta = z.object({}).meta({ id: 'EmptyMeta', description: 'Always empty for a single resource.' });

const pageMeta = z
  .object({
    cursor: z.string().nullable().meta({
      maxLength: maxCursorLength,
      description: 'Pass it as `cursor` to get the next page. Null on the last page.',
    }),
    hasMore: z.boolean().meta({ description: 'True when more pages exist.' }),
  })
  .meta({ id: 'PageMeta', description: 'The position in the list.' });

/** Makes the schema of a response with one resource: `{ data, meta: {} }` (interface specification, section 1). */
export const single = <T extends z.ZodType>(data: T) => z.object({ data, meta: emptyMeta });

/** Makes the schema of a response with a page of a list: `{ data: […], meta: { cursor, hasMore } }`. */
export const page = <T extends z.ZodType>(item: T, maxItems = maxPageSize) =>
  z.object({ data: z.array(item).meta({ maxItems }), meta: pageMeta });

export const toSingle = <T>(data: T) => ({ data, meta: {} });

/**
 * Puts rows into the envelope of a list.
 * @param rows up to `limit + 1` rows; one beyond the limit shows that there are more
 * @param cursorAfter makes the cursor for the page after the given row
 */
export function toPage<Row>(rows: Row[], limit: number, cursorAfter: (last: Row) => string) {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { data, meta: { cursor: hasMore ? cursorAfter(last) : null, hasMore } };
}

const idPosition = z.tuple([z.uuid()]);

/**
 * Reads a page of a list sorted by id within one organization, and puts it into the envelope.
 * @param list the kind of list
 * @param filter what the list is restricted to; a cursor is valid only with the same one
 */
export async function listById<
  D extends { readonly organizationId: string },
  Row extends { readonly id: string },
>(
  list: string,
  db: D,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  read: (db: D, page: IdPage) => PromiseLike<Row[]>,
  filter?: string,
) {
  const scope = [list, db.organizationId, ...(filter === undefined ? [] : [filter])];
  const after = cursor === undefined ? undefined : readCursor(cursor, scope, idPosition)[0];
  const rows = await read(db, { after, limit: limit + 1 });
  return toPage(rows, limit, (last) => writeCursor(scope, [last.id]));
}
