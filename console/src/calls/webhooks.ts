import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from '@clientele/client/internal';
import { useRead, useWrite } from './hooks.ts';

export type { WebhookDelivery, WebhookEndpoint, WebhookEvent };

/** The webhook endpoints, without their secrets. */
export const useWebhooks = () => useRead(['webhooks'], ({ webhooks }) => webhooks.list.query());

/** The last deliveries of an endpoint, newest first. */
export const useDeliveries = (webhookId: string) =>
  useRead(['webhooks', webhookId], ({ webhooks }) => webhooks.deliveries.query({ webhookId, limit: 20 }));

const effects = <T>(done: string, onSuccess?: (data: T) => void) => ({
  ...(onSuccess && { onSuccess }),
  meta: { done, rereads: 'webhooks' },
});

export const useCreateWebhook = (onCreated: (created: { secret: string }) => void) =>
  useWrite(({ webhooks }) => webhooks.create.mutate, effects('The webhook was created.', onCreated));
export const useTestWebhook = () =>
  // It waits for the receiver.
  useWrite(
    ({ webhooks }) =>
      (input: { webhookId: string }) =>
        webhooks.test.mutate(input, { context: { alone: true } }),
    effects('A test was sent.'),
  );
export const usePauseWebhook = () =>
  useWrite(({ webhooks }) => webhooks.pause.mutate, effects('The webhook was paused.'));
/** Continues a paused endpoint, or tries a failing one at once. */
export const useResumeWebhook = () =>
  useWrite(({ webhooks }) => webhooks.resume.mutate, effects('The webhook was resumed.'));
export const useDeleteWebhook = () =>
  useWrite(({ webhooks }) => webhooks.delete.mutate, effects('The webhook was deleted.'));
export const useResendDelivery = () =>
  useWrite(({ webhooks }) => webhooks.resend.mutate, effects('The delivery will be sent again.'));
