import type { Clientele } from '@clientele/client/internal';
import { type QueryKey, useInfiniteQuery } from '@tanstack/preact-query';
import { useShared } from '../api.ts';

/** The largest page that lists return. */
export const pageSize = 100;

/** Reads a whole list. Until all is read, `onPart` gets what there is after each `limit` items. */
export async function readAll<T>(list: AsyncIterable<T>, limit = pageSize, onPart?: (part: T[]) => void) {
  const data: T[] = [];
  for await (const one of list) if (data.push(one) % limit === 0) onPart?.([...data]);
  return { data };
}

type Position = { limit: number; cursor?: string };
type Page<T> = { data: T[]; meta: { cursor: string | null } };

/** Reads a list page by page. */
export function usePages<T>(queryKey: QueryKey, list: (api: Clientele, at: Position) => Promise<Page<T>>) {
  const { api } = useShared();
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) =>
      list(api, { limit: pageSize, ...(pageParam === undefined ? {} : { cursor: pageParam }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.cursor ?? undefined,
  });
}
