import { paginate } from '@clientele/client';
import type { Clientele, Inputs } from '@clientele/client/internal';
import { useQueryClient } from '@tanstack/preact-query';
import { useRead, useWrite } from './hooks.ts';
import { pageSize, readAll } from './pages.ts';

export type Account = Inputs['connections']['create']['account'];

/** The connections to mailboxes and calendars with their status, polled a few times while one is filled. */
export const useConnections = () =>
  useRead(
    ['connections'],
    ({ connections }) => readAll(paginate(connections.list.query, { limit: pageSize })),
    true,
    (list) => list.some(({ state }) => state === 'connecting' || state === 'syncing'),
  );

/** A connection with its settings. */
export const useConnection = (connectionId: string) =>
  useRead(['connection', connectionId], ({ connections }) => connections.show.query({ connectionId }));

/** Tries a connection, or an account that is not connected. */
export const useTestConnection = () => useWrite(({ connections }) => connections.test.mutate);

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
  useChange('Connected. Reading has started.', ({ connections }) => connections.create.mutate);

/** Gives a mailbox a new password, or a calendar a new URL. */
export const useUpdateConnection = () =>
  useChange('The connection was saved.', ({ connections }) => connections.update.mutate);

export const usePauseConnection = () =>
  useChange('The connection was paused.', ({ connections }) => connections.pause.mutate);

/** Continues a paused connection, or tries a failing one at once. */
export const useResumeConnection = () =>
  useChange('Retrying the connection.', ({ connections }) => connections.resume.mutate);

export const useDeleteConnection = () =>
  useChange('The connection was deleted.', ({ connections }) => connections.delete.mutate);
