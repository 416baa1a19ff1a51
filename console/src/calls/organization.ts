import type { Inputs } from '@clientele/client/internal';
import { useQueryClient } from '@tanstack/preact-query';
import { useEdit, useRead, useWrite } from './hooks.ts';

export const useOrganization = () =>
  useRead(['organization'], ({ organization }) => organization.get.query());

export function useEditOrganization() {
  const cache = useQueryClient();
  return useEdit({
    update: ({ organization }, patch: Inputs['organization']['update'], options) =>
      organization.update.mutate(patch, options),
    get: ({ organization }) => organization.get.query(),
    show: (organization) => void cache.setQueryData(['organization'], organization),
    // It has the name and the time zone.
    meta: { done: 'The organization was saved.', rereads: 'session' },
  });
}

/** The settings that are not part of the public resource. */
export const useSettings = () => useRead(['settings'], ({ organization }) => organization.settings.query());

export function useUpdateSettings() {
  const cache = useQueryClient();
  return useWrite(({ organization }) => organization.updateSettings.mutate, {
    onSuccess: (settings) => cache.setQueryData(['settings'], settings),
    // Its version has changed.
    meta: { done: 'The settings were saved.', rereads: 'organization' },
  });
}
