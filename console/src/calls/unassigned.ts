import { useQueryClient } from '@tanstack/preact-query';
import type { Rule, UnassignedDomain } from '../api.ts';
import { isCreatedBefore } from '../ui/states.tsx';
import { useCreateClient } from './clients.ts';
import { useRead, useWrite } from './hooks.ts';
import { pageSize } from './pages.ts';

const queryKey = ['unassigned'];

/** The domains of activities that no rule has assigned, most activities first. */
export const useUnassigned = () =>
  useRead(queryKey, ({ imports }) => imports.unassigned.query({ limit: pageSize }));

/** The newest unassigned activities of a domain. */
export const useUnassignedActivities = (domain: string) =>
  useRead(['unassignedActivities', domain], ({ imports }) =>
    imports.unassignedActivities.query({ domain, limit: pageSize }),
  );

export const useUnassignedActivity = (id: string) =>
  useRead(['unassignedActivity', id], ({ imports }) =>
    imports.unassignedActivity.query({ unassignedId: id }),
  );

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
  const takeOff = useTakeOff();
  const { mutateAsync: create } = useCreateClient();
  type Input = { domain: string; client: Recipient | { name: string; key: string } };
  return useWrite(
    ({ rules }) =>
      async ({ domain, client }: Input) => {
        if ('key' in client) return { data: await create({ ...client, domain, isAssigned: true }) };
        await rules.create.mutate({ integration: 'any', domain, clientId: client.id });
        return { data: client };
      },
    {
      onSuccess: (_client, { domain }) => takeOff(domain),
      onError: (error, { domain }) => {
        if (isCreatedBefore(error)) takeOff(domain);
      },
      meta: { rereads: 'rules' },
    },
  );
}

/** Keeps a domain off the list, by a rule that can be deleted. */
export function useIgnoreDomain() {
  const takeOff = useTakeOff();
  return useWrite(({ rules }) => rules.create.mutate, {
    onSuccess: ({ domain }) => takeOff(domain),
    meta: { rereads: 'rules' },
  });
}

export const useStopIgnoring = () =>
  useWrite(
    ({ rules }) =>
      ({ id }: Rule) =>
        rules.delete.mutate({ ruleId: id }),
    { meta: { rereads: 'unassigned' } },
  );
