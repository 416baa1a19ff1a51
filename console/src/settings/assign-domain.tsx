import { useMemo, useRef, useState } from 'preact/hooks';
import { useMay } from '../api.ts';
import { CreatedBefore } from '../board/create-client.tsx';
import { useBoard, wasCreatedBefore } from '../calls/clients.ts';
import { useAssignDomain } from '../calls/unassigned.ts';
import { withoutBidiControls } from '../ui/bidi.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { fieldErrors } from '../ui/states.tsx';
import { Submit } from '../ui/submit.tsx';

/** Gives a domain to a client that is chosen by name, or to a new one. */
export function AssignDomain({
  domain,
  onAssigned,
  onClose,
}: {
  domain: string;
  onAssigned: (client: { id: string; name: string }) => void;
  onClose: () => void;
}) {
  const assignment = useAssignDomain();
  const mayCreate = useMay('clients:write');
  const board = useBoard({ isWanted: useMay('clients:read') });
  const clients = (board.data ?? []).toSorted((one, other) => one.name.localeCompare(other.name));
  const [clientId, setClientId] = useState('');
  const isDone = useRef(false);
  const key = useMemo(() => crypto.randomUUID(), []);
  const isNew = clientId === '' && mayCreate;

  function submit(event: SubmitEvent & { currentTarget: HTMLFormElement }): void {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '');
    const client = clients.find(({ id }) => id === clientId) ?? { name, key };
    assignment.mutate(
      { domain, client },
      {
        onSuccess: (assigned) => {
          isDone.current = true;
          onAssigned(assigned);
          onClose();
        },
      },
    );
  }

  return (
    <Dialog title={`Assign the mail of ${domain}`} onClose={onClose} isOpenerGone={isDone}>
      <p>A rule for all integrations assigns what has arrived from the domain, and what will.</p>
      {wasCreatedBefore(assignment.error) ? (
        <CreatedBefore />
      ) : (
        <form onSubmit={submit}>
          <div class="field">
            <label for="assigned-client">Client</label>
            <select
              id="assigned-client"
              value={clientId}
              required={!mayCreate}
              onChange={({ currentTarget }) => setClientId(currentTarget.value)}
            >
              <option value="">{mayCreate ? 'A new client' : 'Choose a client'}</option>
              {clients.map(({ id, name }) => (
                <option key={id} value={id}>
                  {withoutBidiControls(name)}
                </option>
              ))}
            </select>
          </div>
          {isNew && (
            <Field
              label="Name"
              name="name"
              required
              maxLength={255}
              dir="auto"
              error={fieldErrors(assignment.error).name}
            />
          )}
          <Submit action="Assign" sent={assignment} fields={['name']} />
        </form>
      )}
    </Dialog>
  );
}
