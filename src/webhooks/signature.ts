import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** Makes a secret (Standard Webhooks 1.0.0, "Signature scheme"): 32 random bytes. */
export const newWebhookSecret = () => `${prefix}${randomBytes(32).toString('base64')}`;

/** The secrets of an endpoint, as they are encrypted. */
export interface SigningSecrets {
  readonly current: string;
  /** Signs too until `until`. */
  readonly previous?: { readonly secret: string; readonly until: string } | undefined;
}

/** Signs a message with every secret that is valid now; returns the headers of Standard Webhooks 1.0.0. */
export function signatureHeaders(id: string, body: string, { current, previous }: SigningSecrets, now: Date) {
  const timestamp = Math.floor(now.getTime() / 1_000).toString();
  const isValid = previous !== undefined && Date.parse(previous.until) > now.getTime();
  const secrets = isValid ? [current, previous.secret] : [current];
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
