import { LRUCache } from 'lru-cache';
import { type AccessTokens, createAccessTokens, type SaveRefreshToken } from '../oauth.ts';
import type { ImapSecret, ImapSettings } from '../schemas.ts';

/** A password, or access tokens by OAuth. */
export type Credentials = { readonly password: string } | AccessTokens;

/** An account whose server is to be connected to. */
export interface ImapAccount {
  readonly settings: ImapSettings;
  readonly credentials: Credentials;
  readonly allowPrivate: boolean;
}

/** The texts that no error may quote. */
export const secretTexts = (credentials: Credentials): string[] =>
  'password' in credentials ? [credentials.password] : credentials.secretTexts();

/** Makes the credentials of an account. The schema gives one with a refresh token its OAuth settings. */
export function credentialsOf(
  { settings: { oauth }, allowPrivate }: Omit<ImapAccount, 'credentials'>,
  secret: ImapSecret,
  saveRefreshToken: SaveRefreshToken,
): Credentials {
  if ('password' in secret) return secret;
  if (!oauth) throw new Error('An account with a refresh token needs OAuth settings.');
  return createAccessTokens({ ...oauth, ...secret }, allowPrivate, saveRefreshToken);
}

/** The access tokens of the accounts of a process, by organization and connection: a copy of one has the same id. */
export type TokenCache = LRUCache<string, AccessTokens>;

export const createTokenCache = (): TokenCache => new LRUCache({ max: 1_000 });

/**
 * Returns the tokens that were made for a connection before, so that a session which is opened again needs no new one.
 * Replaces tokens of another secret.
 */
export function rememberTokens(
  cache: TokenCache,
  key: string,
  secret: ImapSecret,
  make: () => Credentials,
): Credentials {
  const known = cache.get(key);
  if (known?.areOf(secret)) return known;
  const made = make();
  if ('get' in made) cache.set(key, made);
  return made;
}
