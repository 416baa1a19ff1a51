/** The largest page that lists return. */
export const pageSize = 100;

/** Reads a whole list. */
export async function readAll<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}

export const after = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });
