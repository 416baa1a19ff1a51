import type { Outputs } from './client.ts';

type Figures = Record<'wins' | 'frictions', number> & {
  verdict: 'New' | 'Healthy' | 'Needs attention' | 'At risk' | 'Quiet' | 'Too little to tell';
};

/** The data of each event. Resources are those of `/v1`, as they were when the message was sent. */
interface WebhookData {
  'client.created': Outputs['clients']['get']['data'];
  'client.updated': Outputs['clients']['get']['data'];
  'activity.recorded': { clientId: string; count: number };
  'dashboard.ready': Figures & { clientId: string; before: Figures | null };
  'organization.updated': Outputs['organization']['get']['data'];
  'user.updated': Outputs['users']['get']['data'];
  'connection.failing': {
    id: string;
    type: 'imap' | 'calendar';
    integration: string;
    failure: string | null;
  };
}

/** A message that a webhook endpoint gets. */
export type WebhookMessage = {
  [Type in keyof WebhookData]: { type: Type; timestamp: string; data: WebhookData[Type] };
}[keyof WebhookData];

/** Thrown for a message that Clientele did not send, or not lately. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

const toleranceSeconds = 300;

/**
 * Verifies a webhook message (Standard Webhooks 1.0.0) and returns it. Its `webhook-id` header is the same in every attempt.
 * @param secret `whsec_…`
 * @param headers of the request
 * @param body of the request, unchanged
 * @throws WebhookRefused if the signature is wrong, or the message older or newer than five minutes
 */
export async function verifyWebhook(secret: string, headers: Headers, body: string): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(
    (name) => headers.get(`webhook-${name}`) ?? '',
  );
  const ageSeconds = Date.now() / 1_000 - Number(timestamp);
  if (!(Math.abs(ageSeconds) <= toleranceSeconds))
    throw new WebhookRefused('The time of the message is wrong.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', toBytes(secret.replace(/^whsec_/, '')), algorithm, false, [
    'verify',
  ]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures?.split(' ') ?? []) {
    const [version, text = ''] = signature.split(',');
    // The signature covers the whole message, so it has the type that the service gave it.
    if (version === 'v1' && (await crypto.subtle.verify(algorithm, key, toBytes(text), signed)))
      return JSON.parse(body) as WebhookMessage;
  }
  throw new WebhookRefused('The message has no valid signature.');
}

/** @throws WebhookRefused if the text is not base64 */
function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookRefused('A secret or signature is not base64.');
  }
}
