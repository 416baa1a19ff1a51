/**
 * A list of clients for any user interface, with TanStack Query: cached, with optimistic updates. With React, `useQuery` and `useMutation` take the same options.
 */

import { type ClienteleError, createClient, type Inputs, type Outputs } from '@clientele/client';
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core';

type ClientList = Outputs['clients']['list'];
type ClientUpdate = Inputs['clients']['update'];

const queryKey = ['clients'];

export function createClientList(url: string, token: string) {
  const api = createClient(url, token);
  const cache = new QueryClient();

  const list = new QueryObserver<ClientList, ClienteleError>(cache, {
    queryKey,
    queryFn: () => api.clients.list.query({ limit: 100 }),
    // The client retries by itself, and knows what may be retried.
    retry: false,
  });

  const update = new MutationObserver<
    Outputs['clients']['update'],
    ClienteleError,
    ClientUpdate,
    ClientList | undefined
  >(cache, {
    mutationFn: (input) => api.clients.update.mutate(input),
    async onMutate(input) {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData<ClientList>(queryKey);
      cache.setQueryData<ClientList>(queryKey, (current) => current && withUpdate(current, input));
      return before;
    },
    onError: (_error, _input, before) => cache.setQueryData(queryKey, before),
    onSettled: () => cache.invalidateQueries({ queryKey }),
  });

  return { list, update };
}

/** Applies the update to the list before the service has answered. */
function withUpdate(list: ClientList, { clientId, name, domain }: ClientUpdate): ClientList {
  const data = list.data.map((client) =>
    client.id === clientId
      ? { ...client, name: name ?? client.name, domain: domain === undefined ? client.domain : domain }
      : client,
  );
  return { ...list, data };
}
