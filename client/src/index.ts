export type * from './api.ts';
export {
  type CallContext,
  type Clientele,
  type ClientOptions,
  createClient,
  type Inputs,
  type Outputs,
  versionOf,
} from './client.ts';
export { type ClienteleError, isClienteleError } from './errors.ts';
export { type Page, paginate } from './paginate.ts';
export type { QuotaState, RateLimitState } from './rate-limit.ts';
export type { RetryState } from './retry.ts';
export { verifyWebhook, type WebhookMessage, WebhookRefused } from './webhook.ts';
