import type { Clientele } from '@clientele/client/internal';
import { type QueryClient, useQueryClient } from '@tanstack/preact-query';
import { type ClientThread, type Today, type TodayThread, useMay } from '../api.ts';
import { useOwnerId } from '../ui/owner.tsx';
import { lastVisit } from '../ui/visit.ts';
import { useRead, useWrite } from './hooks.ts';

const queryKey = ['today'];

/** The next steps over all clients, or those of the reader, and what has changed since the last visit. */
export function useToday({ isWanted = true, isPolled = false } = {}) {
  const ownerId = useOwnerId();
  const since = lastVisit();
  return useRead(
    [...queryKey, ownerId, since],
    ({ today }) => today.get.query({ ...(ownerId && { ownerId }), ...(since && { since }) }),
    isWanted,
    ({ isComputing }) => isPolled && isComputing,
  );
}

/** The threads of a client, most urgent first. */
export const useThreads = (clientId: string) =>
  useRead(
    ['threads', clientId],
    ({ threads }) => threads.list.query({ clientId }),
    useMay('dashboards:read'),
  );

type Key = Pick<TodayThread, 'clientId' | 'activityId'>;

/** Hides a thread until a time, or until the client writes again. */
export function useSnooze() {
  const cache = useQueryClient();
  return useWrite(({ today }) => today.snooze.mutate, {
    onSuccess: async (_answer, { until, ...thread }) => {
      markThread(cache, thread, { isHidden: true, hiddenUntil: until });
      // An answer under way would bring the thread back.
      await cache.cancelQueries({ queryKey });
      const isShown = ({ activityId }: { activityId: string }) => activityId !== thread.activityId;
      const withoutIt = ({ threads, quiet, ...today }: Today) => ({
        ...today,
        threads: threads.filter(isShown),
        quiet: quiet.map((client) => ({ ...client, steps: client.steps.filter(isShown) })),
      });
      cache.setQueriesData<Today>({ queryKey }, (today) => today && withoutIt(today));
      // The rest of the list is as old as before.
      void cache.invalidateQueries({ queryKey, refetchType: 'none' });
    },
  });
}

/** Marks a thread on the page of its client, whose next step may be another one now. */
function markThread(
  cache: QueryClient,
  { clientId, activityId }: Key,
  mark: Pick<ClientThread, 'isHidden' | 'hiddenUntil'>,
): void {
  cache.setQueryData<ClientThread[]>(['threads', clientId], (threads) =>
    threads?.map((thread) => (thread.activityId === activityId ? { ...thread, ...mark } : thread)),
  );
  void cache.invalidateQueries({ queryKey: ['client', clientId] });
}

/** Shows a hidden thread again. */
export function useRestore() {
  const cache = useQueryClient();
  const restore =
    ({ today }: Clientele) =>
    ({ clientId, activityId }: Key) =>
      today.restore.mutate({ clientId, activityId });
  return useWrite(restore, {
    onSuccess: (_answer, thread) => markThread(cache, thread, { isHidden: false, hiddenUntil: null }),
    meta: { rereads: 'today' },
  });
}
