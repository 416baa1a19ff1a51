import type { Client } from '../api.ts';
import { useEditClient } from '../calls/clients.ts';
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
export const EditClient = ({ client, onClose }: { client: Client; onClose: () => void }) => (
  <EditDialog
    title="Edit the client"
    shown={client}
    fields={fields}
    {...useEditClient(client.id)}
    onClose={onClose}
  />
);
