import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { type ClientThread, type Today, type TodayThread, useMay, useShared } from '../api.ts';

const queryKey = ['today'];

/** The next steps over all clients. */
export function useToday(isWanted = true) {
  const { api } = useShared();
  return useQuery({ queryKey, enabled: isWanted, queryFn: async () => (await api.today.get.query()).data });
}

/** The threads of a client, most urgent first. */
export function useThreads(clientId: string) {
  const { api } = useShared();
  return useQuery({
    queryKey: ['threads', clientId],
    enabled: useMay('dashboards:read'),
    queryFn: async () => (await api.threads.list.query({ clientId })).data,
  });
}

type Key = Pick<TodayThread, 'clientId' | 'activityId'>;
type Seen = Key & Pick<TodayThread, 'unanswered'>;

/** Hides a thread until a time, or until the client writes again. */
export function useSnooze() {
  const { api } = useShared();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ clientId, activityId, unanswered, until }: Seen & { until: string | null }) =>
      api.today.snooze.mutate({ clientId, activityId, unanswered, until }),
    onSuccess: async (_answer, { until, ...thread }) => {
      const { clientId, activityId } = thread;
      markThread(cache, thread, { isHidden: true, hiddenUntil: until });
      // An answer under way would bring the thread back.
      await cache.cancelQueries({ queryKey });
      const isShown = (thread: TodayThread) =>
        thread.clientId !== clientId || thread.activityId !== activityId;
      cache.setQueryData<Today>(
        queryKey,
        (today) => today && { ...today, threads: today.threads.filter(isShown) },
      );
      // The rest of the list is as old as before.
      void cache.invalidateQueries({ queryKey, refetchType: 'none' });
    },
  });
}

/** Marks a thread on the page of its client. */
function markThread(
  cache: QueryClient,
  { clientId, activityId }: Key,
  mark: Pick<ClientThread, 'isHidden' | 'hiddenUntil'>,
): void {
  cache.setQueryData<ClientThread[]>(['threads', clientId], (threads) =>
    threads?.map((thread) => (thread.activityId === activityId ? { ...thread, ...mark } : thread)),
  );
}

/** Shows a hidden thread again. */
export function useRestore() {
  const { api } = useShared();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ clientId, activityId }: Key) => api.today.restore.mutate({ clientId, activityId }),
    onSuccess: (_answer, thread) => markThread(cache, thread, { isHidden: false, hiddenUntil: null }),
    meta: { rereads: 'today' },
  });
}
