import { type Connection, type ConnectionDetails, useMay } from '../api.ts';
import {
  useConnection,
  usePauseConnection,
  useResumeConnection,
  useTestConnection,
  useUpdateConnection,
} from '../calls/connections.ts';
import { formatDate } from '../format.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Facts } from '../ui/facts.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Show } from '../ui/query.tsx';
import { ErrorLine } from '../ui/states.tsx';
import { nameOf, State, TestResult } from './connection-state.tsx';

/** A connection with its settings, and what can be done about it. */
export function ConnectionDialog({
  connection,
  onDelete,
  onClose,
}: {
  connection: Connection;
  onDelete: () => void;
  onClose: () => void;
}) {
  const details = useConnection(connection.id);
  const mayWrite = useMay('connections:write');
  return (
    <Dialog title={nameOf(connection)} onClose={onClose}>
      <State connection={connection} />
      <Show of={details} what="the settings">
        {(shown) => (
          <>
            <Settings details={shown} />
            {mayWrite && <Controls connection={connection} onDelete={onDelete} />}
            {mayWrite && !shown.oauth && <NewSecret connection={connection} onSaved={onClose} />}
          </>
        )}
      </Show>
    </Dialog>
  );
}

function Settings({ details }: { details: ConnectionDetails }) {
  const { host, port, mailboxes, since, oauth, progress } = details;
  const pending = progress.filter(({ isComplete }) => !isComplete).map(({ mailbox }) => mailbox);
  return (
    <Facts
      of={[
        ['Server', port === null ? host : `${host}:${port}`],
        ['Mailboxes', since && (mailboxes?.join(', ') ?? 'The inbox and sent mail')],
        ['Reads mail since', since && formatDate(since)],
        ['Still being read', pending.join(', ')],
        ['New refresh token', oauth && 'On the command line: connection update'],
      ]}
    />
  );
}

function Controls({ connection: { id, state }, onDelete }: { connection: Connection; onDelete: () => void }) {
  const testing = useTestConnection();
  const pausing = usePauseConnection();
  const resuming = useResumeConnection();
  const connectionId = id;
  const sent = [testing, pausing, resuming];
  const error = sent.find((call) => call.error)?.error;
  const button = (label: string, run: () => void) => (
    <button type="button" disabled={sent.some(({ isPending }) => isPending)} onClick={run}>
      {label}
    </button>
  );
  return (
    <div class="controls">
      <div class="actions">
        {button(testing.isPending ? 'Testing…' : 'Test', () => testing.mutate({ connectionId }))}
        {state !== 'paused' && button('Pause', () => pausing.mutate({ connectionId }))}
        {state === 'paused' && button('Resume', () => resuming.mutate({ connectionId }))}
        {state === 'failing' && button('Try again now', () => resuming.mutate({ connectionId }))}
        <button type="button" class="danger" onClick={onDelete}>
          Delete
        </button>
      </div>
      {testing.data && <TestResult result={testing.data} />}
      <ErrorLine error={error} />
    </div>
  );
}

function NewSecret({ connection: { id, type }, onSaved }: { connection: Connection; onSaved: () => void }) {
  const update = useUpdateConnection();
  const name = type === 'imap' ? 'password' : 'url';
  const send = (form: FormData) =>
    update.mutate({ connectionId: id, [name]: String(form.get(name) ?? '') }, { onSuccess: onSaved });
  return (
    <Form action="Save" sent={update} onSend={send}>
      <Field
        label={type === 'imap' ? 'New password' : 'New secret address'}
        name={name}
        type={name}
        autocomplete="new-password"
        required
      />
    </Form>
  );
}
