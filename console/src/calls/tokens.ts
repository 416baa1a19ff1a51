import { type Inputs, paginate } from '@clientele/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useShared } from '../api.ts';
import { readAll } from './pages.ts';

/** All tokens of the organization, without their secrets. */
export function useTokens(isWanted = true) {
  const { api } = useShared();
  return useQuery({
    queryKey: ['tokens'],
    enabled: isWanted,
    queryFn: () => readAll(paginate(api.tokens.list.query)),
  });
}

function useTokenChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => cache.invalidateQueries({ queryKey: ['tokens'] }),
  });
}

/** Creates a token. The result is the only place where its secret is. */
export function useCreateToken() {
  const { api } = useShared();
  return useTokenChange(
    async (input: Inputs['tokens']['create']) => (await api.tokens.create.mutate(input)).data,
  );
}

export function useRotateToken() {
  const { api } = useShared();
  return useTokenChange(
    async (input: Inputs['tokens']['rotate']) => (await api.tokens.rotate.mutate(input)).data,
  );
}

export function useRevokeToken() {
  const { api } = useShared();
  return useTokenChange(async (tokenId: string) => (await api.tokens.revoke.mutate({ tokenId })).data);
}
