/** The calls for clients, their cards and activities, as hooks. Components get data from this folder and nowhere else. */
import { isClienteleError, paginate } from '@clientele/client';
import type { Clientele, Inputs } from '@clientele/client/internal';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import {
  type ActivityType,
  type Client,
  type ClientDetails,
  type ClientOverview,
  useMay,
  useShared,
} from '../api.ts';
import { isCreatedBefore } from '../ui/states.tsx';
import { useEdit, useRead, useWrite } from './hooks.ts';
import { readAll, usePages } from './pages.ts';

const boardPage = 500;

/** All clients with their verdicts and figures. */
export function useBoard({ isWanted = true, isPolled = false } = {}) {
  const mayReadInsights = useMay('dashboards:read');
  const isComputing = ({ insight, weeklyContacts }: ClientOverview) =>
    insight === null && mayReadInsights && (weeklyContacts ?? []).some((count) => count > 0);
  return useRead<ClientOverview[]>(
    ['board'],
    // The slowest call of a page.
    ({ overview }, show) =>
      readAll(
        paginate(
          (input: Inputs['overview']['list']) => overview.list.query(input, { context: { alone: true } }),
          { limit: boardPage },
        ),
        boardPage,
        show,
      ),
    isWanted,
    (board) => isPolled && board.length <= boardPage && board.some(isComputing),
  );
}

/** One client with its verdict and the content of its cards. */
export function useClient(clientId: string) {
  const mayReadInsights = useMay('dashboards:read');
  // Without contacts there is nothing to compute.
  const rhythm = useRhythm(clientId, useMay('activities:read'));
  const hasContacts = rhythm.data?.weeks.some(({ activities: { note, ...contacts } }) =>
    Object.values(contacts).some((count) => count > 0),
  );
  return useRead(
    ['client', clientId],
    ({ overview }) => overview.get.query({ clientId }),
    true,
    ({ insight }) => insight === null && mayReadInsights && hasContacts === true,
  );
}

/** Gives a client an owner, or none. */
export const useAssignOwner = () =>
  useWrite(({ clients }) => clients.assignOwner.mutate, {
    meta: { done: 'The owner was saved.', rereads: 'client' },
  });

/** The oldest client with a domain, among those that the board has read. */
export function useClientOfDomain(domain: string): Client | undefined {
  const { data = [] } = useBoard({ isWanted: false });
  const wanted = domain.trim().toLowerCase();
  return wanted === '' ? undefined : data.find((client) => client.domain === wanted);
}

export const useActivities = (clientId: string, type: ActivityType | undefined) =>
  usePages(['activities', clientId, type], (api, at) =>
    api.activities.list.query({ clientId, ...at, ...(type === undefined ? {} : { type }) }),
  );

export const useActivity = (clientId: string, activityId: string) =>
  useRead(['activity', clientId, activityId], ({ activities }) =>
    activities.get.query({ clientId, activityId }),
  );

/** The thread of an activity, and its neighbours. */
export const useConversation = (clientId: string, activityId: string) =>
  useRead(['conversation', clientId, activityId], ({ threads }) =>
    threads.get.query({ clientId, activityId }),
  );

/** The cards are computed anew a few seconds after an activity was recorded, or later where many are. */
const recomputedMs = [3_000, 9_000, 27_000];

/** Adds a note, once for all attempts with the same key. */
export function useAddNote() {
  const cache = useQueryClient();
  const add =
    ({ activities }: Clientele) =>
    ({ key, ...input }: Inputs['activities']['addNote'] & { key: string }) =>
      activities.addNote.mutate(input, { context: { idempotencyKey: key } });
  return useWrite(add, {
    onSuccess: (_answer, { clientId }) => {
      const reread = (part: string) => void cache.invalidateQueries({ queryKey: [part, clientId] });
      reread('rhythm');
      for (const delayMs of recomputedMs) setTimeout(() => ['client', 'threads'].forEach(reread), delayMs);
    },
    meta: { done: 'The note was added.', rereads: 'activities' },
  });
}

export const useRhythm = (clientId: string, isWanted = true) =>
  useRead(['rhythm', clientId], ({ activities }) => activities.rhythm.query({ clientId }), isWanted);

/** The names of the client's people by address, as far as they are known. */
export function useNames(clientId: string): ReadonlyMap<string, string> {
  const { data = [] } = useRead(['people', clientId], ({ activities }) =>
    activities.people.query({ clientId }),
  );
  return useMemo(() => new Map(data.map(({ address, name }) => [address, name])), [data]);
}

/**
 * Creates a client. The service wires waiting rules for its domain to it.
 * @param isAssigned also makes a rule that assigns it the activities of its domain
 */
export function useCreateClient() {
  const { api } = useShared();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({
      key,
      isAssigned = false,
      ...input
    }: Inputs['clients']['create'] & { key: string; isAssigned?: boolean }) => {
      const { data } = await api.clients.create.mutate(input, { context: { idempotencyKey: key } });
      const { id: clientId, domain } = data;
      if (isAssigned && domain !== null)
        await api.rules.create
          .mutate({ integration: 'any', domain, clientId })
          .catch(async (error: unknown) => {
            // A rule that waited for the domain is this client's by now.
            const { data: rules } = await api.rules.list.query({ clientId });
            if (!isClienteleError(error, 'conflict') || rules.length === 0) throw error;
          });
      return data;
    },
    onError: (error) => {
      if (isCreatedBefore(error) || isClienteleError(error, 'conflict'))
        void cache.invalidateQueries({ queryKey: ['board'] });
    },
    meta: { done: 'The client was created.', rereads: 'board' },
  });
}

export function useEditClient(clientId: string) {
  const cache = useQueryClient();
  return useEdit({
    update: ({ clients }, patch: Omit<Inputs['clients']['update'], 'clientId'>, options) =>
      clients.update.mutate({ clientId, ...patch }, options),
    get: ({ clients }) => clients.get.query({ clientId }),
    show: (client) => showClient(cache, client),
    // Those for another domain are wired to it.
    meta: { done: 'The client was saved.', rereads: 'rules' },
  });
}

function showClient(cache: QueryClient, client: Client): void {
  cache.setQueryData<ClientDetails>(['client', client.id], (shown) => shown && { ...shown, ...client });
  cache.setQueryData<ClientOverview[]>(['board'], (board) =>
    board?.map((row) => (row.id === client.id ? { ...row, ...client } : row)),
  );
}
