import { paginate } from '@clientele/client';
import type { Clientele, WebhookDelivery, WebhookEndpoint, WebhookEvent } from '@clientele/client/internal';
import { useRead, useWrite } from './hooks.ts';
import { readAll } from './pages.ts';

export type { WebhookDelivery, WebhookEndpoint, WebhookEvent };

/** The webhook endpoints, without their secrets. */
export const useWebhooks = () => useRead(['webhooks'], (api) => readAll(paginate(api.webhooks.list.query)));

/** The last deliveries of an endpoint, newest first. */
export const useDeliveries = (webhookId: string) =>
  useRead(['webhooks', webhookId], ({ webhooks }) => webhooks.deliveries.query({ webhookId, limit: 20 }));

type Change<Input, T> = (input: Input, options: { context: { alone: true } }) => Promise<{ data: T }>;

const change =
  <Input, T>(done: string, changeOf: (webhooks: Clientele['webhooks']) => Change<Input, T>) =>
  (onSuccess: (data: T) => void = () => {}) =>
    useWrite(
      ({ webhooks }) =>
        (input: Input) =>
          changeOf(webhooks)(input, { context: { alone: true } }),
      {
        onSuccess,
        meta: { done, rereads: 'webhooks' },
      },
    );

export const useCreateWebhook = change('The webhook was created.', ({ create }) => create.mutate);
export const useTestWebhook = change('A test was sent.', ({ test }) => test.mutate);
export const usePauseWebhook = change('The webhook was paused.', ({ pause }) => pause.mutate);
/** Continues a paused endpoint, or tries a failing one at once. */
export const useResumeWebhook = change('The webhook is tried again.', ({ resume }) => resume.mutate);
export const useDeleteWebhook = change('The webhook was deleted.', (webhooks) => webhooks.delete.mutate);
export const useResendDelivery = change('It is sent again.', ({ resend }) => resend.mutate);
