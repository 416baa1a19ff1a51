import { useMemo } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useCreateClient } from '../calls/clients.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { fieldErrors } from '../ui/states.tsx';
import { Submit } from '../ui/submit.tsx';

/** Asks for a name and a domain, and creates the client once, however often the button is pressed. */
export function CreateClient({ onClose }: { onClose: () => void }) {
  const creation = useCreateClient();
  const [, navigate] = useLocation();
  const key = useMemo(() => crypto.randomUUID(), []);
  const errors = fieldErrors(creation.error);

  function submit(event: SubmitEvent & { currentTarget: HTMLFormElement }): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const domain = String(form.get('domain') ?? '').trim();
    const input = { name: String(form.get('name') ?? ''), ...(domain === '' ? {} : { domain }), key };
    creation.mutate(input, { onSuccess: ({ id }) => navigate(`/clients/${id}`) });
  }

  return (
    <Dialog title="New client" onClose={onClose}>
      <form onSubmit={submit}>
        <Field label="Name" name="name" required maxLength={255} dir="auto" error={errors.name} />
        <Field
          label="Domain"
          name="domain"
          maxLength={253}
          error={errors.domain}
          hint="Mail from this domain is assigned to the client where a rule says so."
        />
        <Submit action="Create" sent={creation} fields={['name', 'domain']} />
      </form>
    </Dialog>
  );
}
