import { type Inputs, versionOf } from '@clientele/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { type Organization, useShared } from '../api.ts';

export function useOrganization() {
  const { api } = useShared();
  return useQuery({
    queryKey: ['organization'],
    queryFn: async () => (await api.organization.get.query()).data,
  });
}

/** Updates the organization, unless it has changed since the version that was shown. */
export function useUpdateOrganization() {
  const { api } = useShared();
  const showOrganization = useShowOrganization();
  return useMutation({
    mutationFn: async ({
      shown,
      ...input
    }: Inputs['organization']['update'] & { shown: { updatedAt: string } }) =>
      (await api.organization.update.mutate(input, { context: { ifMatch: versionOf(shown) } })).data,
    onSuccess: showOrganization,
    meta: { done: 'The organization was saved.' },
  });
}

/** Reads the organization anew after a conflict, and shows it everywhere. */
export function useReadOrganization() {
  const { api } = useShared();
  const showOrganization = useShowOrganization();
  return useMutation({
    mutationFn: async () => (await api.organization.get.query()).data,
    onSuccess: showOrganization,
  });
}

/** The settings that are not part of the public resource. */
export function useSettings() {
  const { api } = useShared();
  return useQuery({
    queryKey: ['settings'],
    queryFn: async () => (await api.organization.settings.query()).data,
  });
}

export function useUpdateSettings() {
  const { api } = useShared();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: Inputs['organization']['updateSettings']) =>
      (await api.organization.updateSettings.mutate(input)).data,
    onSuccess: (settings) => cache.setQueryData(['settings'], settings),
    // Its version has changed.
    meta: { done: 'The settings were saved.', rereads: 'organization' },
  });
}

function useShowOrganization(): (organization: Organization) => void {
  const { onOrganization } = useShared();
  const cache = useQueryClient();
  return (organization) => {
    cache.setQueryData(['organization'], organization);
    onOrganization(organization);
  };
}
