import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { type UnassignedDomain, useShared } from '../api.ts';
import { useCreateClient, wasCreatedBefore } from './clients.ts';
import { pageSize } from './pages.ts';

const queryKey = ['unassigned'];

/** The domains of activities that no rule has assigned, most activities first. */
export function useUnassigned() {
  const { api } = useShared();
  return useQuery({
    queryKey,
    queryFn: async () => (await api.imports.unassigned.query({ limit: 100 })).data,
  });
}

/** The newest unassigned activities of a domain. */
export function useUnassignedActivities(domain: string) {
  const { api } = useShared();
  return useQuery({
    queryKey: ['unassignedActivities', domain],
    queryFn: async () => (await api.imports.unassignedActivities.query({ domain, limit: pageSize })).data,
  });
}

export function useUnassignedActivity(unassignedId: string) {
  const { api } = useShared();
  return useQuery({
    queryKey: ['unassignedActivity', unassignedId],
    queryFn: async () => (await api.imports.unassignedActivity.query({ unassignedId })).data,
  });
}

/** Takes a domain off the list: the worker may not have assigned its activities yet, but it must not be given away twice. */
function useTakeOff(): (domain: string) => void {
  const cache = useQueryClient();
  return (taken) =>
    cache.setQueryData<UnassignedDomain[]>(queryKey, (domains) =>
      domains?.filter(({ domain }) => domain !== taken),
    );
}

type Recipient = { id: string; name: string };

/** Gives a domain to a client or to a new one: past activities, which the worker assigns, and those that arrive. */
export function useAssignDomain() {
  const { api } = useShared();
  const takeOff = useTakeOff();
  const { mutateAsync: create } = useCreateClient();
  return useMutation({
    mutationFn: async ({
      domain,
      client,
    }: {
      domain: string;
      client: Recipient | { name: string; key: string };
    }) => {
      if ('key' in client) return create({ ...client, domain, isAssigned: true });
      await api.rules.create.mutate({ integration: 'any', domain, clientId: client.id });
      return client;
    },
    onSuccess: (_client, { domain }) => takeOff(domain),
    onError: (error, { domain }) => {
      if (wasCreatedBefore(error)) takeOff(domain);
    },
    meta: { rereads: 'rules' },
  });
}

/** Keeps a domain off the list, by a rule that can be deleted. */
export function useIgnoreDomain() {
  const { api } = useShared();
  const takeOff = useTakeOff();
  return useMutation({
    mutationFn: async (domain: string) =>
      (await api.rules.create.mutate({ integration: 'none', domain })).data,
    onSuccess: ({ domain }) => takeOff(domain),
    meta: { rereads: 'rules' },
  });
}

export function useStopIgnoring() {
  const { api } = useShared();
  return useMutation({
    mutationFn: (ruleId: string) => api.rules.delete.mutate({ ruleId }),
    meta: { rereads: 'unassigned' },
  });
}
