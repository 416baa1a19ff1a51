import { useMemo, useRef, useState } from 'preact/hooks';
import { useMay } from '../api.ts';
import { useBoard } from '../calls/clients.ts';
import { useAssignDomain } from '../calls/unassigned.ts';
import { Choice } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';

type Assigned = (client: { id: string; name: string }) => void;
type AssignDomainProps = { domain: string; onAssigned: Assigned; onClose: () => void };

/** Gives a domain to a client that is chosen by name, or to a new one. */
export function AssignDomain({ domain, onAssigned, onClose }: AssignDomainProps) {
  const assignment = useAssignDomain();
  const mayCreate = useMay('clients:write');
  const { data: board = [] } = useBoard({ isWanted: useMay('clients:read') });
  const named = board.map(({ id, name, domain }) => ({ id, name: domain ? `${name} (${domain})` : name }));
  const [clientId, setClientId] = useState('');
  const isDone = useRef(false);
  const key = useMemo(() => crypto.randomUUID(), []);
  const isNew = clientId === '' && mayCreate;

  function send(form: FormData): void {
    const name = String(form.get('name') ?? '');
    const client = board.find(({ id }) => id === clientId) ?? { name, key };
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
      <p>A rule for all integrations will assign past and future mail from this domain.</p>
      <Form action="Assign" sent={assignment} onSend={send}>
        <Choice
          label="Client"
          name="clientId"
          options={named}
          none={mayCreate ? 'A new client' : 'Choose a client'}
          value={clientId}
          required={!mayCreate}
          onChange={({ currentTarget }) => setClientId(currentTarget.value)}
        />
        {isNew && <Field label="Name" name="name" required maxLength={255} dir="auto" />}
      </Form>
    </Dialog>
  );
}
