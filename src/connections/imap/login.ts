import type { ImapFlowOptions } from 'imapflow';
import { LRUCache } from 'lru-cache';
import { type AccessTokens, createAccessTokens, type SaveRefreshToken } from '../oauth.ts';
import type { ImapSecret, ImapSettings } from '../schemas.ts';

/** An account whose server is to be connected to. */
export interface ImapAccount {
  readonly settings: ImapSettings;
  readonly secret: ImapSecret;
  readonly allowPrivate: boolean;
  /** Of an account with OAuth. */
  readonly tokens?: AccessTokens | undefined;
}

/** The texts that no error may quote. */
export const secretTexts = ({ secret, tokens }: Pick<ImapAccount, 'secret' | 'tokens'>): string[] =>
  'password' in secret
    ? [secret.password]
    : [secret.refreshToken, secret.clientSecret ?? '', tokens?.lastAccessToken ?? ''];

/** Makes the access tokens of an account with OAuth; undefined for one with a password. */
export function accessTokensOf(
  { settings: { oauth }, secret, allowPrivate }: Omit<ImapAccount, 'tokens'>,
  saveRefreshToken: SaveRefreshToken,
): AccessTokens | undefined {
  if (!oauth || 'password' in secret) return undefined;
  return createAccessTokens({ ...oauth, ...secret }, allowPrivate, saveRefreshToken);
}

/** Returns what the account logs in with. @throws ConnectionFault when there is no access token */
export async function loginOf(
  { settings: { user }, secret, tokens }: ImapAccount,
  signal: AbortSignal,
): Promise<NonNullable<ImapFlowOptions['auth']>> {
  if ('password' in secret) return { user, pass: secret.password };
  if (!tokens) throw new Error('An account with OAuth needs access tokens.');
  return { user, accessToken: await tokens.get(signal) };
}

/** The access tokens of the accounts of a process, by organization and connection: a copy of one has the same id. */
export type TokenCache = LRUCache<string, AccessTokens>;

export const createTokenCache = (): TokenCache => new LRUCache({ max: 1_000 });

/**
 * Returns the tokens that were made for a connection before, so that a session which is opened again needs no new one.
 * Tokens of another secret are replaced.
 */
export function rememberTokens(
  cache: TokenCache,
  key: string,
  account: Omit<ImapAccount, 'tokens'>,
  saveRefreshToken: SaveRefreshToken,
): AccessTokens | undefined {
  const { secret } = account;
  const known = cache.get(key);
  const isSame =
    'refreshToken' in secret &&
    known?.clientSecret === secret.clientSecret &&
    known.refreshToken === secret.refreshToken;
  if (isSame) return known;
  const tokens = accessTokensOf(account, saveRefreshToken);
  cache.set(key, tokens);
  return tokens;
}
