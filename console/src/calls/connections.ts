import { paginate } from '@clientele/client';
import type { Clientele, Inputs } from '@clientele/client/internal';
import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { type Connection, useShared } from '../api.ts';
import { usePolling } from './clients.ts';
import { useRead, useWrite } from './hooks.ts';
import { pageSize, readAll } from './pages.ts';

export type Account = Inputs['connections']['create']['account'];

const queryKey = ['connections'];
const isFilling = ({ state }: Connection) => state === 'connecting' || state === 'syncing';

/** The connections to mailboxes and calendars with their status, polled a few times while one is filled. */
export function useConnections() {
  const { api } = useShared();
  const interval = usePolling<Connection[]>(queryKey, (list) => list.some(isFilling));
  return useQuery({
    queryKey,
    queryFn: async () => (await readAll(paginate(api.connections.list.query, { limit: pageSize }))).data,
    refetchInterval: interval,
  });
}

/** A connection with its settings. */
export const useConnection = (connectionId: string) =>
  useRead(['connection', connectionId], ({ connections }) => connections.show.query({ connectionId }));

/** Tries a connection, or an account that is not connected. */
export const useTestConnection = () =>
  useWrite(
    ({ connections }) =>
      (input: Inputs['connections']['test']) =>
        connections.test.mutate(input, { context: { alone: true } }),
  );

function useChange<Input, T>(
  done: string,
  change: (api: Clientele) => (input: Input) => Promise<{ data: T }>,
) {
  const cache = useQueryClient();
  return useWrite(change, {
    // The header shows what fails.
    onSuccess: () => void cache.invalidateQueries({ queryKey: ['today'] }),
    meta: { done, rereads: 'connections' },
  });
}

export const useCreateConnection = () =>
  useChange('It is connected, and is being read.', ({ connections }) => connections.create.mutate);

/** Gives a mailbox a new password, or a calendar a new URL. */
export const useUpdateConnection = () =>
  useChange('The connection was saved.', ({ connections }) => connections.update.mutate);

export const usePauseConnection = () =>
  useChange('The connection was paused.', ({ connections }) => connections.pause.mutate);

/** Continues a paused connection, or tries a failing one at once. */
export const useResumeConnection = () =>
  useChange('The connection is tried again.', ({ connections }) => connections.resume.mutate);

export const useDeleteConnection = () =>
  useChange('The connection was deleted.', ({ connections }) => connections.delete.mutate);
