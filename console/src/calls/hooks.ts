/** The hooks that all calls are made of. */
import { versionOf } from '@clientele/client';
import type { Clientele } from '@clientele/client/internal';
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useShared } from '../api.ts';
import { nextReadMs } from './polling.ts';

type Answer<T> = Promise<{ data: T }>;

/**
 * Reads a resource or a whole list.
 * @param read may show a part of a list that was not read before, while it reads the rest
 */
export function useRead<T>(
  queryKey: QueryKey,
  read: (api: Clientele, show: (part: T) => void) => Answer<T>,
  enabled = true,
  isPending: (data: T) => boolean = () => false,
) {
  const { api } = useShared();
  const cache = useQueryClient();
  const [readBefore] = useState(() => cache.getQueryState(queryKey)?.dataUpdateCount ?? 0);
  return useQuery({
    queryKey,
    enabled,
    queryFn: async () => {
      const wasRead = cache.getQueryData(queryKey) !== undefined;
      // After signing out there is no query.
      const isShown = () => !wasRead && cache.getQueryState(queryKey) !== undefined;
      const show = (part: T) => isShown() && cache.setQueryData<T>(queryKey, part);
      return (await read(api, show)).data;
    },
    refetchInterval: ({ state }) => nextReadMs(state, readBefore, isPending),
  });
}

type Effects<Input, T> = {
  onSuccess?: (data: T, input: Input) => unknown;
  onError?: (error: Error, input: Input) => unknown;
  /** `done` is told to screen readers, and the queries whose keys begin with `rereads` are read anew. */
  meta?: { done?: string; rereads?: string };
};

/** Changes something. */
export function useWrite<Input, T>(
  write: (api: Clientele) => (input: Input) => Answer<T>,
  effects: Effects<Input, T> = {},
) {
  const { api } = useShared();
  return useMutation({ mutationFn: async (input: Input) => (await write(api)(input)).data, ...effects });
}

/**
 * Edits a resource: `save` writes a patch unless the resource has changed since `shown`, and `read` reads it anew. Both show it
 * everywhere.
 */
export function useEdit<Patch, T extends { updatedAt: string }>({
  update,
  get,
  show,
  meta,
}: {
  update: (api: Clientele, patch: Patch, options: { context: { ifMatch: string } }) => Answer<T>;
  get: (api: Clientele) => Answer<T>;
  show: (resource: T) => void;
  meta: { done: string; rereads?: string };
}) {
  const { api } = useShared();
  const saving = useWrite(
    (api) =>
      ({ patch, shown }: { patch: Patch; shown: T }) =>
        update(api, patch, { context: { ifMatch: versionOf(shown) } }),
    { onSuccess: show, meta },
  );
  return {
    save: (patch: Patch, shown: T) => saving.mutateAsync({ patch, shown }),
    read: async () => {
      const { data } = await get(api);
      show(data);
      return data;
    },
  };
}
