import type { ImapFlowOptions } from 'imapflow';
import { type AccessTokens, createAccessTokens, type RefreshTokenRotation } from '../oauth.ts';
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

/**
 * Makes the access tokens of an account with OAuth; undefined for one with a password.
 * @param saveRefreshToken stores a new refresh token
 */
export function accessTokensOf(
  { settings: { oauth }, secret, allowPrivate }: Omit<ImapAccount, 'tokens'>,
  saveRefreshToken: (rotation: RefreshTokenRotation) => Promise<void>,
): AccessTokens | undefined {
  if (!oauth || 'password' in secret) return undefined;
  const options = { allowPrivate, now: () => new Date(), saveRefreshToken };
  return createAccessTokens({ ...oauth, ...secret }, options);
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
export type TokenCache = Map<string, { readonly clientSecret: string | null; readonly tokens: AccessTokens }>;

/**
 * Returns the tokens that were made for a connection before, so that a session which is opened again needs no new one.
 * A token of another secret is replaced.
 */
export function rememberTokens(
  cache: TokenCache,
  connection: { readonly organizationId: string; readonly id: string },
  { secret }: Pick<ImapAccount, 'secret'>,
  make: () => AccessTokens | undefined,
): AccessTokens | undefined {
  if (!('refreshToken' in secret)) return undefined;
  const { clientSecret, refreshToken } = secret;
  const key = `${connection.organizationId}/${connection.id}`;
  const known = cache.get(key);
  if (known?.clientSecret === clientSecret && known.tokens.refreshToken === refreshToken) return known.tokens;
  const tokens = make();
  if (cache.size >= maxRemembered) cache.clear();
  if (tokens) cache.set(key, { clientSecret, tokens });
  return tokens;
}

/** The maximum number of accounts whose tokens a process remembers. */
const maxRemembered = 1_000;
