import type { Client } from '../api.ts';
import { Dialog } from '../ui/dialog.tsx';

export const EditClient = ({ client, onClose }: { client: Client; onClose: () => void }) => (
  <Dialog title={client.name} onClose={onClose}>
    …
  </Dialog>
);
