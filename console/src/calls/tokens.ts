import { type Inputs, paginate } from '@clientele/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { type Token, useShared } from '../api.ts';
import { readAll } from './pages.ts';

export type TokenInput = Inputs['tokens']['create'];

/** True for a token that is revoked or has expired. */
export const hasEnded = ({ revokedAt, expiresAt }: Token): boolean =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());

/** The name of a token, or the end of its id. */
export const labelOf = ({ name, id }: Pick<Token, 'name' | 'id'>): string => name ?? `Token ${id.slice(-6)}`;

/** All tokens of the organization, without their secrets. */
export function useTokens(isWanted = true) {
  const { api } = useShared();
  return useQuery({
    queryKey: ['tokens'],
    enabled: isWanted,
    queryFn: () => readAll(paginate(api.tokens.list.query)),
  });
}

/** Creates a token. The result is the only place where its secret is. */
export function useCreateToken() {
  const { api } = useShared();
  return useMutation({
    mutationFn: async (input: TokenInput) => (await api.tokens.create.mutate(input)).data,
    meta: { done: 'The token was created.', rereads: 'tokens' },
  });
}

export function useRotateToken() {
  const { api } = useShared();
  return useMutation({
    mutationFn: async (input: Inputs['tokens']['rotate']) => (await api.tokens.rotate.mutate(input)).data,
    meta: { done: 'The token was rotated.', rereads: 'tokens' },
  });
}

export function useRevokeToken() {
  const { api, session } = useShared();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: Inputs['tokens']['revoke']) => (await api.tokens.revoke.mutate(input)).data,
    // A token that has revoked itself cannot read the list.
    onSuccess: (_token, { tokenId }) => {
      if (tokenId !== session.token.id) void cache.invalidateQueries({ queryKey: ['tokens'] });
    },
    meta: { done: 'The token was revoked.' },
  });
}
