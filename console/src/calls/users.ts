import { type Inputs, paginate, versionOf } from '@clientele/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { type User, useShared } from '../api.ts';
import { readAll } from './pages.ts';

/** All users of the organization. */
export function useUsers(isWanted = true) {
  const { api } = useShared();
  return useQuery({
    queryKey: ['users'],
    enabled: isWanted,
    queryFn: () => readAll(paginate(api.users.list.query)),
  });
}

/** Updates a user, unless it has changed since the version that was shown. */
export function useUpdateUser() {
  const { api } = useShared();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ shown, ...input }: Inputs['users']['update'] & { shown: { updatedAt: string } }) =>
      (await api.users.update.mutate(input, { context: { ifMatch: versionOf(shown) } })).data,
    onSuccess: (user) =>
      cache.setQueryData<User[]>(['users'], (users) =>
        users?.map((other) => (other.id === user.id ? user : other)),
      ),
  });
}

/** Reads the user anew, past the cache: after a conflict. */
export function useReadUser() {
  const { api } = useShared();
  return useMutation({
    mutationFn: async (userId: string) => (await api.users.get.query({ userId })).data,
  });
}
