import { paginate } from '@clientele/client';
import type { Inputs } from '@clientele/client/internal';
import { useQueryClient } from '@tanstack/preact-query';
import type { User } from '../api.ts';
import { useEdit, useRead } from './hooks.ts';
import { readAll } from './pages.ts';

/** A user as one of a choice. */
export const toOption = ({ id, firstName, lastName, email }: User) => ({
  id,
  name: `${firstName} ${lastName} (${email})`,
});

/** All users of the organization. */
export const useUsers = (isWanted = true) =>
  useRead(['users'], (api) => readAll(paginate(api.users.list.query)), isWanted);

export function useEditUser(userId: string) {
  const cache = useQueryClient();
  return useEdit({
    update: (api, patch: Omit<Inputs['users']['update'], 'userId'>, options) =>
      api.users.update.mutate({ userId, ...patch }, options),
    get: (api) => api.users.get.query({ userId }),
    show: (user) =>
      void cache.setQueryData<User[]>(['users'], (users) =>
        users?.map((other) => (other.id === user.id ? user : other)),
      ),
    meta: { done: 'The profile was saved.' },
  });
}
