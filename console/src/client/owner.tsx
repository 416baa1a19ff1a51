import { useState } from 'preact/hooks';
import { type ClientDetails, useMay } from '../api.ts';
import { useAssignOwner } from '../calls/clients.ts';
import { toOption, useUsers } from '../calls/users.ts';
import { Quiet } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { Show } from '../ui/query.tsx';

type Props = { client: Pick<ClientDetails, 'id' | 'owner'> };

/** The user who looks after the client. */
export function Owner({ client }: Props) {
  const [isChoosing, setChoosing] = useState(false);
  const mayChoose = useMay('clients:write', 'users:read');
  return (
    <>
      <bdi>{client.owner?.name ?? (mayChoose ? '' : 'No owner')}</bdi>
      {mayChoose && (
        <Quiet onClick={() => setChoosing(true)}>{client.owner ? 'Change owner' : 'Choose an owner'}</Quiet>
      )}
      {isChoosing && <ChooseOwner client={client} onClose={() => setChoosing(false)} />}
    </>
  );
}

function ChooseOwner({ client: { id, owner }, onClose }: Props & { onClose: () => void }) {
  const users = useUsers();
  const assignment = useAssignOwner();
  const send = (form: FormData) =>
    assignment.mutate({ clientId: id, userId: String(form.get('userId')) || null }, { onSuccess: onClose });
  return (
    <Dialog title="Owner of the client" onClose={onClose}>
      <Show of={users} what="the users">
        {(list) => (
          <Form action="Save" sent={assignment} onSend={send}>
            <Choice
              label="Owner"
              name="userId"
              none="Nobody"
              options={list.map(toOption)}
              value={owner?.id ?? ''}
            />
          </Form>
        )}
      </Show>
    </Dialog>
  );
}
