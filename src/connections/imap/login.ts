import { fetchAccessToken, type SaveRefreshToken } from '../oauth.ts';
import type { ImapSecret, ImapSettings } from '../schemas.ts';

/** An account whose server is to be connected to. */
export interface ImapAccount {
  readonly settings: ImapSettings;
  readonly secret: ImapSecret;
  readonly allowPrivate: boolean;
}

/** The user of a session, and the password or access token that the mail server gets. */
export type Login = { readonly user: string } & (
  | { readonly pass: string }
  | { readonly accessToken: string }
);

/** The text that no error may quote. The mail server gets no other secret. */
export const secretOf = (login: Login): string => ('pass' in login ? login.pass : login.accessToken);

/** Makes the login of a session. The schema gives an account with a refresh token its OAuth settings. */
export async function loginOf(
  { settings: { user, oauth }, secret, allowPrivate }: ImapAccount,
  saveRefreshToken: SaveRefreshToken,
  signal: AbortSignal,
): Promise<Login> {
  if ('password' in secret) return { user, pass: secret.password };
  if (!oauth) throw new Error('An account with a refresh token needs OAuth settings.');
  const credentials = { ...oauth, ...secret };
  return { user, accessToken: await fetchAccessToken(credentials, allowPrivate, saveRefreshToken, signal) };
}
