import { paginate } from '@clientele/client';
import { useQueryClient } from '@tanstack/preact-query';
import { type Token, useShared } from '../api.ts';
import { useRead, useWrite } from './hooks.ts';
import { readAll } from './pages.ts';

/** True for a token that is revoked or has expired. */
export const hasEnded = ({ revokedAt, expiresAt }: Token): boolean =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());

/** The name of a token, or the end of its id. */
export const labelOf = ({ name, id }: Pick<Token, 'name' | 'id'>): string => name ?? `Token ${id.slice(-6)}`;

/** All tokens of the organization, without their secrets. */
export const useTokens = (isWanted = true) =>
  useRead(['tokens'], (api) => readAll(paginate(api.tokens.list.query)), isWanted);

/** Receives the secret, which is shown nowhere else, even if the dialog has been closed meanwhile. */
type OnSecret = (made: { token: string }) => void;
const effects = (done: string, onSuccess: OnSecret) => ({ onSuccess, meta: { done, rereads: 'tokens' } });

export const useCreateToken = (onSecret: OnSecret) =>
  useWrite(({ tokens }) => tokens.create.mutate, effects('The token was created.', onSecret));

export const useRotateToken = (onSecret: OnSecret) =>
  useWrite(({ tokens }) => tokens.rotate.mutate, effects('The token was rotated.', onSecret));

export function useRevokeToken() {
  const { session } = useShared();
  const cache = useQueryClient();
  return useWrite(({ tokens }) => tokens.revoke.mutate, {
    // A token that has revoked itself cannot read the list.
    onSuccess: (_token, { tokenId }) => {
      if (tokenId !== session.token.id) void cache.invalidateQueries({ queryKey: ['tokens'] });
    },
    meta: { done: 'The token was revoked.' },
  });
}
