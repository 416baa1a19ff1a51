import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { type Client, useMay } from '../api.ts';
import { useClient } from '../calls/clients.ts';
import { useKeys } from '../ui/keyboard.tsx';
import { Show } from '../ui/query.tsx';
import { ActivityDialog } from './activity-dialog.tsx';
import { Cards } from './cards.tsx';
import { EditClient } from './edit-client.tsx';
import { RhythmPanel } from './rhythm-plot.tsx';
import { ClientRules } from './rules.tsx';
import { Timeline } from './timeline.tsx';

/** One client: its cards, rhythm, activities and rules, and one of the activities in a dialog. */
export function ClientPage({ clientId, activityId }: { clientId: string; activityId: string | undefined }) {
  const client = useClient(clientId);
  const [, navigate] = useLocation();
  const mayReadActivities = useMay('activities:read');
  const mayReadCards = useMay('dashboards:read');
  const mayReadRules = useMay('rules:read');
  useKeys({ Escape: () => navigate('/') });
  return (
    <Show of={client} what="the client">
      {(read) => (
        <>
          <Heading client={read} />
          {mayReadCards && <Cards clientId={clientId} />}
          {mayReadActivities && <RhythmPanel clientId={clientId} />}
          {mayReadActivities && <Timeline clientId={clientId} />}
          {mayReadRules && <ClientRules clientId={clientId} />}
          {activityId !== undefined && (
            <ActivityDialog
              key={activityId}
              clientId={clientId}
              activityId={activityId}
              onClose={() => navigate(`/clients/${clientId}`)}
            />
          )}
        </>
      )}
    </Show>
  );
}

function Heading({ client }: { client: Client }) {
  const [isEditing, setEditing] = useState(false);
  const mayWrite = useMay('clients:write');
  return (
    <div class="heading">
      <div>
        <p>
          <Link href="/">← Clients</Link>
        </p>
        <h1 dir="auto">{client.name}</h1>
        <p class="muted" dir="auto">
          {client.domain ?? 'No domain'}
        </p>
      </div>
      {mayWrite && (
        <button type="button" onClick={() => setEditing(true)}>
          Edit
        </button>
      )}
      {isEditing && <EditClient client={client} onClose={() => setEditing(false)} />}
    </div>
  );
}
