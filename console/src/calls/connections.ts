import { type Clientele, type Inputs, paginate } from '@clientele/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { type Connection, useShared } from '../api.ts';
import { usePolling } from './clients.ts';
import { readAll } from './pages.ts';

export type Account = Inputs['connections']['create']['account'];

const queryKey = ['connections'];
const isFilling = ({ state }: Connection) => state === 'connecting' || state === 'syncing';

/** The connections to mailboxes and calendars with their status, polled a few times while one is filled. */
export function useConnections() {
  const { api } = useShared();
  const interval = usePolling<Connection[]>(queryKey, (list) => list.some(isFilling));
  return useQuery({
    queryKey,
    queryFn: () => readAll(paginate(api.connections.list.query, { limit: 100 })),
    refetchInterval: interval,
  });
}

/** A connection with its settings. */
export function useConnection(connectionId: string) {
  const { api } = useShared();
  return useQuery({
    queryKey: ['connection', connectionId],
    queryFn: async () => (await api.connections.show.query({ connectionId })).data,
  });
}

/** Tries a connection, or an account that is not connected. */
export function useTestConnection() {
  const { api } = useShared();
  return useMutation({
    mutationFn: async (input: Inputs['connections']['test']) =>
      (await api.connections.test.mutate(input)).data,
  });
}

function useChange<Input>(done: string, changeOf: (api: Clientele) => (input: Input) => Promise<unknown>) {
  const { api } = useShared();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: changeOf(api),
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
