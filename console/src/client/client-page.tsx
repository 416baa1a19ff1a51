import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { type Client, useMay } from '../api.ts';
import { useClient, useDashboard } from '../calls/clients.ts';
import { useKeys } from '../ui/keyboard.tsx';
import { LeftOut } from '../ui/left-out.tsx';
import { Show } from '../ui/query.tsx';
import { useTitle } from '../ui/title.ts';
import { VerdictBadge } from '../ui/verdict.tsx';
import { ActivityDialog } from './activity-dialog.tsx';
import { Cards } from './cards.tsx';
import { verdictIn } from './checklist.ts';
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
  useTitle(client.data?.name ?? 'Client');
  useKeys({ Escape: () => navigate('/clients') });
  return (
    <>
      <Link href="/clients">← Clients</Link>
      <Show of={client} what="the client">
        {(read) => (
          <>
            <Heading client={read} />
            <LeftOut needs={{ 'dashboards:read': 'the cards', 'activities:read': 'the activities' }} />
            {mayReadCards && <Cards clientId={clientId} />}
            {mayReadActivities && <RhythmPanel clientId={clientId} />}
            {mayReadActivities && <Timeline clientId={clientId} />}
            {mayReadRules && <ClientRules clientId={clientId} />}
            {activityId !== undefined && (
              <ActivityDialog
                key={activityId}
                clientId={clientId}
                activityId={activityId}
                onClose={() => navigate(`/clients/${clientId}`, { replace: true })}
              />
            )}
          </>
        )}
      </Show>
    </>
  );
}

function Heading({ client }: { client: Client }) {
  const [isEditing, setEditing] = useState(false);
  const mayWrite = useMay('clients:write');
  const mayReadCards = useMay('dashboards:read');
  return (
    <div class="heading">
      <div>
        <h1 dir="auto">{client.name}</h1>
        <p class="muted">
          <bdi>{client.domain ?? 'No domain'}</bdi> {mayReadCards && <ClientVerdict clientId={client.id} />}
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

/** The verdict of the cards, which poll. */
function ClientVerdict({ clientId }: { clientId: string }) {
  const { data } = useDashboard(clientId, { isPolled: false });
  const verdict = data && verdictIn(data.cards);
  return verdict ? <VerdictBadge verdict={verdict} /> : null;
}
