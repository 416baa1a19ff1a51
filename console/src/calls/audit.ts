import { useInfiniteQuery } from '@tanstack/preact-query';
import { useShared } from '../api.ts';
import { after, pageSize } from './pages.ts';

/** The audit log, newest first. */
export function useAudit() {
  const { api } = useShared();
  return useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam }) => api.audit.list.query({ limit: pageSize, ...after(pageParam) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.cursor ?? undefined,
  });
}
