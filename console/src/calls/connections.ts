import { paginate } from '@clientele/client';
import { useQuery } from '@tanstack/preact-query';
import { useShared } from '../api.ts';
import { readAll } from './pages.ts';

/** The connections to mailboxes and calendars with their status. */
export function useConnections() {
  const { api } = useShared();
  return useQuery({
    queryKey: ['connections'],
    queryFn: () => readAll(paginate(api.connections.list.query, { limit: 100 })),
  });
}
