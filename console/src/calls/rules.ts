import { useQuery } from '@tanstack/preact-query';
import { useShared } from '../api.ts';
import { after, pageSize, readAll } from './pages.ts';

/** The rules wired to a client, or all rules. */
export function useRules(clientId?: string) {
  const { api } = useShared();
  return useQuery({
    queryKey: ['rules', clientId],
    queryFn: () =>
      readAll((cursor) =>
        api.rules.list.query({
          limit: pageSize,
          ...(clientId === undefined ? {} : { clientId }),
          ...after(cursor),
        }),
      ),
  });
}
