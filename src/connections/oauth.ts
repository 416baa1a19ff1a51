import { z } from 'zod';
import { neverAborted, unlessAborted } from '../core/timeouts.ts';
import { ConnectionFault, refusedLogin } from './fault.ts';
import { type HttpAnswer, retryAfter, sendRequest } from './http.ts';
import type { ImapSecret, ImapSettings } from './schemas.ts';

export const oauthProviders = ['google', 'microsoft'] as const;

const providers = {
  // Its refresh tokens hold the scope.
  google: { label: 'Google', tokenUrl: 'https://oauth2.googleapis.com/token', scope: undefined },
  microsoft: {
    label: 'Microsoft',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    scope: 'https://outlook.office.com/IMAP.AccessAsUser.All offline_access',
  },
};

/** The client at the provider, and the refresh token of the user. */
export type OAuthCredentials = NonNullable<ImapSettings['oauth']> &
  Extract<ImapSecret, { refreshToken: string }>;

/** The provider replaced a refresh token by another one (RFC 6749, 6). */
export interface RefreshTokenRotation {
  readonly previous: string;
  readonly next: string;
}

/** Stores a new refresh token. The previous one may no longer be valid. */
export type SaveRefreshToken = (rotation: RefreshTokenRotation) => Promise<void>;

const bounds = { maxBytes: 64 * 1_024, timeoutMs: 20_000, maxRedirects: 0 };

const granted = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
});

const rejected = z.object({
  error: z.string().regex(/^[a-z_]{1,40}$/),
  error_description: z.string().default(''),
});

/** Fetches an access token. If the provider replaces the refresh token, stores the new one first. The signal ends only the wait. */
export function fetchAccessToken(
  credentials: OAuthCredentials,
  allowPrivate: boolean,
  saveRefreshToken: SaveRefreshToken,
  signal: AbortSignal,
): Promise<string> {
  const renew = async () => {
    const { refreshToken: previous } = credentials;
    const { access_token, refresh_token: next = previous } = await requestToken(credentials, allowPrivate);
    if (next !== previous) await saveRefreshToken({ previous, next });
    return access_token;
  };
  // Not ended with the session: the answer may hold the only refresh token that is still valid.
  return unlessAborted(renew(), signal);
}

async function requestToken(
  { provider, clientId, clientSecret, refreshToken, tokenUrl }: OAuthCredentials,
  allowPrivate: boolean,
): Promise<z.output<typeof granted>> {
  const { label, scope, ...usual } = providers[provider];
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
    ...(clientSecret === null ? {} : { client_secret: clientSecret }),
    ...(scope === undefined ? {} : { scope }),
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const url = new URL(tokenUrl ?? usual.tokenUrl);
  const request = { method: 'POST' as const, headers, body: form.toString() };
  const answer = await sendRequest(url, request, { ...bounds, allowPrivate }, neverAborted);
  const body = toJson(answer);
  const { data } = granted.safeParse(body);
  if (answer.status === 200 && data) return data;
  throw refusal(label, answer, rejected.safeParse(body).data);
}

function toJson({ body }: HttpAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Remedies by the error code of RFC 6749, 5.2. */
const remedies = new Map([
  ['invalid_grant', 'no longer accepts the refresh token; make a new one'],
  ['interaction_required', 'asks for new consent; make a new refresh token'],
  [
    'invalid_client',
    'does not accept the client id or secret; check both, and whether the secret has expired',
  ],
  ['unauthorized_client', 'does not allow this client to use refresh tokens; check its registration'],
  [
    'invalid_scope',
    'does not grant access to mail; allow it in the registration, and make a new refresh token',
  ],
]);

function refusal(
  label: string,
  answer: HttpAnswer,
  rejection: z.output<typeof rejected> | undefined,
): ConnectionFault {
  const code = rejection?.error ?? `status ${answer.status}`;
  const remedy = remedies.get(code);
  if (remedy === undefined)
    return new ConnectionFault(`${label} gave no access token (${code})`, retryAfter(answer));
  // Microsoft's description contains addresses and ids; the error number is enough to look it up.
  const numbers = /AADSTS\d+/.exec(rejection?.error_description ?? '') ?? [];
  return new ConnectionFault(`${label} ${remedy} (${[code, ...numbers].join(', ')})`, refusedLogin);
}
