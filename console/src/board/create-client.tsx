import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useMay } from '../api.ts';
import { useClientOfDomain, useCreateClient } from '../calls/clients.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';

/** Asks for a name and a domain, and creates the client once, however often the button is pressed. */
export function CreateClient({ onClose }: { onClose: () => void }) {
  const creation = useCreateClient();
  const [, navigate] = useLocation();
  const key = useMemo(() => crypto.randomUUID(), []);
  const [domain, setDomain] = useState('');
  const twin = useClientOfDomain(domain);
  const mayAssign = useMay('rules:write');

  function send(form: FormData): void {
    const domain = String(form.get('domain') ?? '').trim();
    const isAssigned = form.has('isAssigned');
    const input = { name: String(form.get('name') ?? ''), ...(domain === '' ? {} : { domain }), key };
    creation.mutate({ ...input, isAssigned }, { onSuccess: ({ id }) => navigate(`/clients/${id}`) });
  }

  return (
    <Dialog title="New client" onClose={onClose}>
      <Form action="Create" sent={creation} onSend={send}>
        <Field label="Name" name="name" required maxLength={255} dir="auto" />
        <Field
          label="Domain"
          name="domain"
          maxLength={253}
          onInput={({ currentTarget }) => setDomain(currentTarget.value)}
          hint={
            twin
              ? `${twin.name} has this domain too. Rules that already assign to that client stay as they are.`
              : 'Mail from this domain goes to the client only if a rule says so.'
          }
        />
        {mayAssign && domain.trim() !== '' && (
          <p>
            <label>
              <input type="checkbox" name="isAssigned" defaultChecked /> Assign mail from{' '}
              <bdi>{domain.trim()}</bdi> (not for public domains like gmail.com)
            </label>
          </p>
        )}
      </Form>
    </Dialog>
  );
}
