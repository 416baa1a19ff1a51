import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { type Today, type TodayThread, useShared } from '../api.ts';

const queryKey = ['today'];

/** What to do next, over all clients. */
export function useToday() {
  const { api } = useShared();
  return useQuery({ queryKey, queryFn: async () => (await api.today.get.query()).data });
}

type Key = Pick<TodayThread, 'clientId' | 'activityId'>;

const isOf =
  ({ clientId, activityId }: Key) =>
  (other: Key) =>
    other.clientId === clientId && other.activityId === activityId;

/** Hides a thread until a time, or until the client writes again. */
export function useSnooze() {
  const { api } = useShared();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ clientId, activityId, until }: Key & { until: string | null }) =>
      api.today.snooze.mutate({ clientId, activityId, until }),
    onSuccess: (_answer, key) => {
      const isHidden = isOf(key);
      cache.setQueryData<Today>(
        queryKey,
        (today) => today && { ...today, threads: today.threads.filter((thread) => !isHidden(thread)) },
      );
    },
  });
}

/** Shows a hidden thread again. */
export function useRestore() {
  const { api } = useShared();
  return useMutation({
    mutationFn: ({ clientId, activityId }: Key) => api.today.restore.mutate({ clientId, activityId }),
    meta: { rereads: 'today' },
  });
}
