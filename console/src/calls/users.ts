import { type Inputs, paginate, versionOf } from '@clientele/client';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
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
    onSuccess: (user) => showUser(cache, user),
    meta: { done: 'The profile was saved.' },
  });
}

/** Reads the user anew after a conflict, and shows it in the list. */
export function useReadUser() {
  const { api } = useShared();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (userId: string) => (await api.users.get.query({ userId })).data,
    onSuccess: (user) => showUser(cache, user),
  });
}

const showUser = (cache: QueryClient, user: User) =>
  cache.setQueryData<User[]>(['users'], (users) =>
    users?.map((other) => (other.id === user.id ? user : other)),
  );
