import { ConnectionFault } from '../connections/fault.ts';
import { redirectStatuses, sendRequest } from '../connections/http.ts';
import { type SigningSecrets, signatureHeaders } from './signature.ts';

/** The bounds of an attempt (Standard Webhooks 1.0.0, "Retries" and "Security"). Redirects are failures. */
const defaultBounds = { maxBytes: 65_536, maxRedirects: 0, timeoutMs: 15_000 };

/** The result of an attempt: the status of the answer, and the reason if it failed. */
export interface Attempt {
  readonly status: number | null;
  readonly failure: string | null;
}

/** Sends a message once. Never throws for what the receiver does. */
export async function send(
  { url, allowPrivate }: { readonly url: string; readonly allowPrivate: boolean },
  { id, body }: { readonly id: string; readonly body: string },
  secrets: SigningSecrets,
  signal: AbortSignal,
  timeoutMs = defaultBounds.timeoutMs,
): Promise<Attempt> {
  const headers = { 'content-type': 'application/json', ...signatureHeaders(id, body, secrets, new Date()) };
  const request = { method: 'POST', headers, body } as const;
  const bounds = { ...defaultBounds, timeoutMs, allowPrivate };
  try {
    const { status } = await sendRequest(new URL(url), request, bounds, signal);
    const advice = redirectStatuses.has(status) ? '; make an endpoint for the URL that it redirects to' : '';
    const isTaken = status >= 200 && status < 300;
    return { status, failure: isTaken ? null : `the receiver answered ${status}${advice}` };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ConnectionFault)) throw error;
    return { status: null, failure: error.message };
  }
}
