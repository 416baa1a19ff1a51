import { isClienteleError } from '@clientele/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { type UnassignedDomain, useShared } from '../api.ts';
import { wasCreatedBefore } from './clients.ts';

/** The domains of activities that no rule has assigned, most activities first. */
export function useUnassigned() {
  const { api } = useShared();
  return useQuery({
    queryKey: ['unassigned'],
    queryFn: async () => (await api.imports.unassigned.query({ limit: 100 })).data,
  });
}

/**
 * Makes a client of a domain: a rule for all integrations, then the client, to which the service wires the rule. The
 * worker assigns what has arrived before.
 */
export function useAdoptDomain() {
  const { api } = useShared();
  const cache = useQueryClient();
  const remove = (adopted: string) =>
    cache.setQueryData<UnassignedDomain[]>(['unassigned'], (domains) =>
      domains?.filter(({ domain }) => domain !== adopted),
    );
  return useMutation({
    mutationFn: async ({ domain, name, key }: { domain: string; name: string; key: string }) => {
      await api.rules.create.mutate({ integration: 'any', domain }).catch((error: unknown) => {
        // There is one from an earlier attempt.
        if (!isClienteleError(error, 'conflict')) throw error;
      });
      return (await api.clients.create.mutate({ name, domain }, { context: { idempotencyKey: key } })).data;
    },
    // The worker may not have assigned its activities yet, but the domain must not be adopted twice.
    onSuccess: (_client, { domain }) => remove(domain),
    onError: (error, { domain }) => {
      if (wasCreatedBefore(error)) remove(domain);
    },
  });
}
