/** The calls for clients, their cards and activities, as hooks. Components get data from this folder and nowhere else. */
import { isClienteleError, paginate } from '@clientele/client';
import type { Clientele, Inputs } from '@clientele/client/internal';
import {
  type QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/preact-query';
import { useMemo, useState } from 'preact/hooks';
import {
  type ActivityType,
  type Client,
  type ClientOverview,
  type Dashboard,
  useMay,
  useShared,
} from '../api.ts';
import { useEdit, useRead, useWrite } from './hooks.ts';
import { readAll, usePages } from './pages.ts';

const boardPage = 500;
const polling = { everyMs: 4_000, times: 5 };

type Polled<T> = { state: { data: T | undefined; dataUpdateCount: number; status: string } };

/**
 * Polls a few times after a page was opened, while something is being computed or read, and not after an error. A list of several pages is
 * polled as many times slower.
 * @returns the `refetchInterval` of a query
 */
export function usePolling<T>(queryKey: QueryKey, isComputing: (data: T) => boolean) {
  const cache = useQueryClient();
  const [readBefore] = useState(() => cache.getQueryState(queryKey)?.dataUpdateCount ?? 0);
  return ({ state: { data, dataUpdateCount, status } }: Polled<T>) =>
    status === 'success' &&
    data !== undefined &&
    dataUpdateCount - readBefore <= polling.times &&
    isComputing(data) &&
    polling.everyMs * Math.ceil((Array.isArray(data) ? data.length : 1) / boardPage);
}

/** All clients with their verdicts and figures. */
export function useBoard({ isWanted = true, isPolled = false } = {}) {
  const { api } = useShared();
  const mayReadInsights = useMay('dashboards:read');
  const isComputing = ({ insight, weeklyContacts }: ClientOverview) =>
    insight === null && mayReadInsights && (weeklyContacts ?? []).some((count) => count > 0);
  const list = (input: Inputs['overview']['list']) =>
    api.overview.list.query(input, { context: { alone: true } });
  const interval = usePolling<ClientOverview[]>(['board'], (board) => board.some(isComputing));
  return useQuery({
    queryKey: ['board'],
    enabled: isWanted,
    // The slowest call of a page.
    queryFn: async () => (await readAll(paginate(list, { limit: boardPage }))).data,
    refetchInterval: isPolled && interval,
  });
}

/** One client: from the board if that has been read, else from the service. */
export function useClient(clientId: string) {
  const { api } = useShared();
  const cache = useQueryClient();
  return useQuery({
    queryKey: ['client', clientId],
    queryFn: async () => (await api.clients.get.query({ clientId })).data,
    initialData: () => cache.getQueryData<ClientOverview[]>(['board'])?.find(({ id }) => id === clientId),
    initialDataUpdatedAt: () => cache.getQueryState(['board'])?.dataUpdatedAt,
  });
}

/** The oldest client with a domain, among those that the board has read. */
export function useClientOfDomain(domain: string): Client | undefined {
  const { data = [] } = useBoard({ isWanted: false });
  const wanted = domain.trim().toLowerCase();
  return wanted === '' ? undefined : data.find((client) => client.domain === wanted);
}

/** The cards of a client. Of several places that show them, one polls. */
export function useDashboard(clientId: string, { isPolled = false } = {}) {
  const { api } = useShared();
  const isWanted = useMay('dashboards:read');
  // Without contacts there is nothing to compute.
  const rhythm = useRhythm(clientId, useMay('activities:read'));
  const hasContacts = rhythm.data?.weeks.some(({ activities: { note, ...contacts } }) =>
    Object.values(contacts).some((count) => count > 0),
  );
  const interval = usePolling<Dashboard>(
    ['dashboard', clientId],
    ({ cards }) => hasContacts === true && cards.some(({ result }) => result.status === 'computing'),
  );
  return useQuery({
    queryKey: ['dashboard', clientId],
    enabled: isWanted,
    queryFn: async () => (await api.dashboards.getDefault.query({ clientId })).data,
    refetchInterval: isPolled && interval,
  });
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

/** Adds a note, once for all attempts with the same key. */
export function useAddNote() {
  const cache = useQueryClient();
  const add =
    ({ activities }: Clientele) =>
    ({ key, ...input }: Inputs['activities']['addNote'] & { key: string }) =>
      activities.addNote.mutate(input, { context: { idempotencyKey: key } });
  return useWrite(add, {
    onSuccess: (_answer, { clientId }) => void cache.invalidateQueries({ queryKey: ['rhythm', clientId] }),
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

/** True if an earlier attempt, whose answer was lost, has created the client from another input. */
export const wasCreatedBefore = (error: unknown): boolean =>
  isClienteleError(error, 'invalid_argument') && 'Idempotency-Key' in error.data.error.details;

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
        await api.rules.create.mutate({ integration: 'any', domain, clientId }).catch((error: unknown) => {
          // There is one: of another client, or one that waited for this one.
          if (!isClienteleError(error, 'conflict')) throw error;
        });
      return data;
    },
    onError: (error) => {
      if (wasCreatedBefore(error)) void cache.invalidateQueries({ queryKey: ['board'] });
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
  cache.setQueryData(['client', client.id], client);
  cache.setQueryData<ClientOverview[]>(['board'], (board) =>
    board?.map((row) => (row.id === client.id ? { ...row, ...client } : row)),
  );
}
