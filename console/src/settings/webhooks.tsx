import { useState } from 'preact/hooks';
import { useMay } from '../api.ts';
import * as calls from '../calls/webhooks.ts';
import { formatDateTime } from '../format.ts';
import { Primary, RowButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog, useCloseOnce } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Refresh } from '../ui/heading.tsx';
import { Show } from '../ui/query.tsx';
import { Empty, ErrorLine } from '../ui/states.tsx';
import { actions, Table } from '../ui/table.tsx';
import { Secret } from './secret.tsx';

const eventNames: readonly calls.WebhookEvent[] = [
  ...(['client.created', 'client.updated', 'activity.recorded', 'dashboard.ready'] as const),
  ...(['organization.updated', 'user.updated', 'connection.failing'] as const),
];

/** The URLs that get the changes of the organization. */
export function WebhooksPart() {
  const webhooks = calls.useWebhooks();
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  return (
    <section class="panel">
      <p class="muted">Changes are sent to these URLs as signed messages.</p>
      <div class="actions">
        {useMay('webhooks:write') && <Primary onClick={() => setCreating(true)}>New webhook</Primary>}
        <Refresh of={webhooks} />
      </div>
      <Show of={webhooks} what="the webhooks">
        {(list) => (
          <>
            {list.map((one) => (
              <Webhook key={one.id} webhook={one} />
            ))}
            {list.length === 0 && <Empty>There are no webhooks yet.</Empty>}
          </>
        )}
      </Show>
      {isCreating && <CreateWebhook onCreated={setSecret} onClose={() => setCreating(false)} />}
      {secret !== undefined && !isCreating && (
        <Secret title="The secret of the webhook" secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </section>
  );
}

/** An endpoint, and what can be done about it. */
function Webhook({ webhook }: { webhook: calls.WebhookEndpoint }) {
  const { id: webhookId, url, events, state, failure } = webhook;
  const [shown, setShown] = useState<'deliveries' | 'deletion'>();
  const testing = calls.useTestWebhook();
  const pausing = calls.usePauseWebhook();
  const resuming = calls.useResumeWebhook();
  const deletion = calls.useDeleteWebhook();
  const mayWrite = useMay('webhooks:write');
  const isFailing = state === 'active' && failure !== null;
  const sent = [testing, pausing, resuming];
  const button = (label: string, onClick: () => void, classes?: string) => (
    <RowButton
      label={label}
      of={url}
      class={classes}
      disabled={sent.some(({ isPending }) => isPending)}
      onClick={onClick}
    />
  );
  const toggle = () => setShown(shown === 'deliveries' ? undefined : 'deliveries');
  return (
    <article>
      <h2>{url}</h2>
      <p>
        <span class={`badge ${state === 'paused' ? '' : isFailing ? 'bad' : 'good'}`}>
          {state === 'paused' ? 'Paused' : isFailing ? 'Failing' : 'Active'}
        </span>{' '}
        {failure}
      </p>
      <p class="hint">{events.join(', ')}</p>
      <div class="actions controls">
        {mayWrite && button('Send a test', () => testing.mutate({ webhookId }))}
        {mayWrite && state === 'active' && button('Pause', () => pausing.mutate({ webhookId }))}
        {mayWrite &&
          (state === 'paused' || isFailing) &&
          button('Resume', () => resuming.mutate({ webhookId }))}
        {button(shown === 'deliveries' ? 'Hide deliveries' : 'Deliveries', toggle)}
        {mayWrite && button('Delete', () => setShown('deletion'), 'danger')}
      </div>
      {testing.data && (
        <p role="status" class={testing.data.failure === null ? 'works' : 'error'}>
          {testing.data.failure ? `The test failed: ${testing.data.failure}.` : 'The test was accepted.'}
        </p>
      )}
      <ErrorLine error={sent.find(({ error }) => error)?.error} />
      {shown === 'deliveries' && <Deliveries webhookId={webhookId} />}
      {shown === 'deletion' && (
        <ConfirmDialog
          title="Delete the webhook?"
          text={`Nothing more is sent to ${url}. Its secret and deliveries are deleted.`}
          action="Delete"
          onConfirm={() => deletion.mutateAsync({ webhookId })}
          onClose={() => setShown(undefined)}
        />
      )}
    </article>
  );
}

function Deliveries({ webhookId }: { webhookId: string }) {
  const deliveries = calls.useDeliveries(webhookId);
  const resending = calls.useResendDelivery();
  const mayWrite = useMay('webhooks:write');
  const resend = ({ id, state, event }: calls.WebhookDelivery) =>
    state !== 'pending' && (
      <RowButton
        label="Send again"
        of={event}
        onClick={() => resending.mutate({ webhookId, deliveryId: id })}
      />
    );
  return (
    <Show of={deliveries} what="the deliveries">
      {(list) => (
        <>
          <Table
            caption="Deliveries, newest first"
            empty="There are no deliveries in the last 7 days."
            rows={list}
            columns={[
              ['Event', eventOf],
              ['Time', ({ createdAt }) => formatDateTime(createdAt), 'wide'],
              mayWrite && [actions, resend],
            ]}
          />
          <ErrorLine error={resending.error} />
          <Refresh of={deliveries} />
        </>
      )}
    </Show>
  );
}

const eventOf = ({ event, clientId, state, attempts, failure }: calls.WebhookDelivery) => (
  <>
    {event} {clientId && <a href={`#/clients/${clientId}`}>client</a>}
    <p class="hint">
      {state} {attempts > 1 && `after ${attempts} attempts`} {failure}
    </p>
  </>
);

function CreateWebhook({ onCreated, onClose }: { onCreated: (secret: string) => void; onClose: () => void }) {
  const close = useCloseOnce(onClose);
  const creation = calls.useCreateWebhook(({ secret }) => {
    onCreated(secret);
    close();
  });
  const send = (form: FormData) =>
    creation.mutate({
      url: String(form.get('url')),
      // The boxes have the names of events.
      events: form.getAll('event') as calls.WebhookEvent[],
    });
  return (
    <Dialog title="New webhook" onClose={onClose}>
      <Form action="Create" sent={creation} onSend={send}>
        <Field label="URL" name="url" type="url" required hint="It begins with https://." />
        <fieldset>
          <legend>Events</legend>
          <div class="permissions">
            {eventNames.map((event) => (
              <label key={event}>
                <input type="checkbox" name="event" value={event} /> {event}
              </label>
            ))}
          </div>
        </fieldset>
      </Form>
    </Dialog>
  );
}
