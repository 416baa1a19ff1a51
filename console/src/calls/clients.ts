/** The calls for clients, their cards and activities, as hooks. Components get data from this folder and nowhere else. */
import { type Inputs, paginate, versionOf } from '@clientele/client';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { type ActivityType, type ClientOverview, useMay, useShared } from '../api.ts';
import { after, pageSize, readAll } from './pages.ts';

const boardPage = 500;
/** While cards are being computed for the first time, the board looks again a few times. */
const computing = { everyMs: 4_000, times: 5 };

/** All clients with their verdicts and figures. */
export function useBoard() {
  const { api } = useShared();
  const mayReadInsights = useMay('dashboards:read');
  const isComputing = ({ insight, weeklyContacts }: ClientOverview) =>
    insight === null && mayReadInsights && (weeklyContacts ?? []).some((count) => count > 0);
  return useQuery({
    queryKey: ['board'],
    queryFn: () => readAll(paginate(api.overview.list.query, { limit: boardPage })),
    refetchInterval: ({ state }) =>
      state.dataUpdateCount <= computing.times && state.data?.some(isComputing) === true && computing.everyMs,
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

export function useDashboard(clientId: string) {
  const { api } = useShared();
  return useQuery({
    queryKey: ['dashboard', clientId],
    queryFn: async () => (await api.dashboards.getDefault.query({ clientId })).data,
    refetchInterval: ({ state }) =>
      state.dataUpdateCount <= computing.times &&
      state.data?.cards.some(({ result }) => result.status === 'computing') === true &&
      computing.everyMs,
  });
}

export function useActivities(clientId: string, type: ActivityType | undefined) {
  const { api } = useShared();
  return useInfiniteQuery({
    queryKey: ['activities', clientId, type],
    queryFn: ({ pageParam }) =>
      api.activities.list.query({
        clientId,
        limit: pageSize,
        ...(type === undefined ? {} : { type }),
        ...after(pageParam),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.cursor ?? undefined,
  });
}

export function useActivity(clientId: string, activityId: string) {
  const { api } = useShared();
  return useQuery({
    queryKey: ['activity', clientId, activityId],
    queryFn: async () => (await api.activities.get.query({ clientId, activityId })).data,
  });
}

export function useRhythm(clientId: string) {
  const { api } = useShared();
  return useQuery({
    queryKey: ['rhythm', clientId],
    queryFn: async () => (await api.activities.rhythm.query({ clientId })).data,
  });
}

/** Creates a client, and a rule before it where mail of its domain waits to be assigned. */
export function useCreateClient() {
  const { api } = useShared();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ key, ...input }: Inputs['clients']['create'] & { key: string }) =>
      (await api.clients.create.mutate(input, { context: { idempotencyKey: key } })).data,
    onSuccess: () => cache.invalidateQueries({ queryKey: ['board'] }),
  });
}

/** Updates a client, unless it has changed since the version that was shown. */
export function useUpdateClient() {
  const { api } = useShared();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ shown, ...input }: Inputs['clients']['update'] & { shown: { updatedAt: string } }) =>
      (await api.clients.update.mutate(input, { context: { ifMatch: versionOf(shown) } })).data,
    onSuccess: (client) => {
      cache.setQueryData(['client', client.id], client);
      cache.setQueryData<ClientOverview[]>(['board'], (board) =>
        board?.map((row) => (row.id === client.id ? { ...row, ...client } : row)),
      );
    },
  });
}

/** Reads the client anew, past the cache: after a conflict. */
export function useReadClient() {
  const { api } = useShared();
  return useMutation({
    mutationFn: async (clientId: string) => (await api.clients.get.query({ clientId })).data,
  });
}
