/** The largest page that lists return. */
export const pageSize = 100;

/** Reads all pages of a list. */
export async function readAll<T>(
  read: (cursor: string | undefined) => Promise<{ data: T[]; meta: { cursor: string | null } }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, meta } = await read(cursor);
    all.push(...data);
    if (meta.cursor === null) return all;
    cursor = meta.cursor;
  }
}

export const after = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });
