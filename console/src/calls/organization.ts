import { type Inputs, versionOf } from '@clientele/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useShared } from '../api.ts';

export function useOrganization() {
  const { api } = useShared();
  return useQuery({
    queryKey: ['organization'],
    queryFn: async () => (await api.organization.get.query()).data,
  });
}

/** Updates the organization, unless it has changed since the version that was shown. */
export function useUpdateOrganization() {
  const { api, onOrganization } = useShared();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({
      shown,
      ...input
    }: Inputs['organization']['update'] & { shown: { updatedAt: string } }) =>
      (await api.organization.update.mutate(input, { context: { ifMatch: versionOf(shown) } })).data,
    onSuccess: (organization) => {
      cache.setQueryData(['organization'], organization);
      onOrganization(organization);
    },
  });
}

/** Reads the organization anew, past the cache: after a conflict. */
export function useReadOrganization() {
  const { api } = useShared();
  return useMutation({ mutationFn: async () => (await api.organization.get.query()).data });
}
