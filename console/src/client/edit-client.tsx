import type { Client } from '../api.ts';
import { useReadClient, useUpdateClient } from '../calls/clients.ts';
import { EditDialog } from '../ui/edit-dialog.tsx';

const fields = [
  { name: 'name', label: 'Name', maxLength: 255 },
  {
    name: 'domain',
    label: 'Domain',
    hint: 'Rules for this domain that have no client yet then assign to this one.',
    isNullable: true,
    maxLength: 253,
  },
] as const;

/** Edits the name and the domain. */
export function EditClient({ client, onClose }: { client: Client; onClose: () => void }) {
  const update = useUpdateClient();
  const reading = useReadClient();
  return (
    <EditDialog
      title="Edit the client"
      shown={client}
      fields={fields}
      // The name is never null: only the domain is nullable.
      save={({ name, domain }, shown) =>
        update.mutateAsync({
          clientId: client.id,
          shown,
          ...(name == null ? {} : { name }),
          ...(domain === undefined ? {} : { domain }),
        })
      }
      read={() => reading.mutateAsync(client.id)}
      onClose={onClose}
    />
  );
}
