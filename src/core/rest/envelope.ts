import { z } from 'zod';

const emptyMeta = z.object({}).meta({ id: 'EmptyMeta', description: 'Always empty here.' });

const pageMeta = z
  .object({
    cursor: z
      .string()
      .nullable()
      .meta({ description: 'Pass it as `cursor` to get the next page; null when there is none.' }),
    hasMore: z.boolean().meta({ description: 'True when more pages exist.' }),
  })
  .meta({ id: 'PageMeta', description: 'Where the list goes on.' });

/** The answer that carries one resource: `{ data, meta: {} }` (interface specification, section 1). */
export const single = <T extends z.ZodType>(data: T) => z.object({ data, meta: emptyMeta });

/** The answer that carries a page of a list: `{ data: […], meta: { cursor, hasMore } }`. */
export const page = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), meta: pageMeta });

/** Puts one resource into its envelope. */
export const toSingle = <T>(data: T) => ({ data, meta: {} });

/**
 * Puts rows into the envelope of a list.
 * @param rows up to `limit + 1` rows; the one beyond the limit only tells that there is more
 * @param cursorAfter makes the cursor that goes on after the given row
 */
export function toPage<Row>(rows: Row[], limit: number, cursorAfter: (last: Row) => string) {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { data, meta: { cursor: hasMore ? cursorAfter(last) : null, hasMore } };
}
