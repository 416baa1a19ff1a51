import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { type ClientDetails, useMay } from '../api.ts';
import { useClient, useEditClient } from '../calls/clients.ts';
import { useThreads } from '../calls/today.ts';
import { useOpenActivity } from '../ui/activity-link.tsx';
import { Button } from '../ui/button.tsx';
import { EditDialog } from '../ui/edit-dialog.tsx';
import { useKept } from '../ui/kept.ts';
import { useKeys } from '../ui/keyboard.tsx';
import { LeftOut } from '../ui/left-out.tsx';
import { Show } from '../ui/query.tsx';
import { useTitle } from '../ui/title.ts';
import { ActivityPanel } from './activity-panel.tsx';
import { Cards, Lead } from './cards.tsx';
import { Owner } from './owner.tsx';
import { RhythmPanel } from './rhythm-plot.tsx';
import { Threads } from './threads.tsx';
import { Timeline } from './timeline.tsx';

/** One client: where it stands, its threads, cards, rhythm and activities, and one of the activities beside them. */
export function ClientPage({ clientId, activityId }: { clientId: string; activityId: string | undefined }) {
  const client = useClient(clientId);
  // Asked for together, and shown at once, so that no part of the page moves another.
  useThreads(clientId);
  const [, navigate] = useLocation();
  const { close } = useOpenActivity(clientId);
  const isOpen = activityId !== undefined;
  useTitle(client.data?.name ?? 'Client');
  // The list from which the reader came.
  const [list] = useKept('list', '/clients');
  useKeys({ Escape: () => (isOpen ? close() : navigate(list)) });
  return (
    <div class={isOpen ? 'with-panel' : undefined}>
      <div>
        <Link href={list}>← {list === '/' ? 'Today' : 'Clients'}</Link>
        <Show of={client} what="the client">
          {(read) => (
            <>
              <Heading client={read} />
              <Body client={read} />
            </>
          )}
        </Show>
      </div>
      {isOpen && client.data && <ActivityPanel clientId={clientId} activityId={activityId} />}
    </div>
  );
}

function Body({ client }: { client: ClientDetails }) {
  const { id: clientId } = client;
  const mayReadActivities = useMay('activities:read');
  const mayReadCards = useMay('dashboards:read');
  return (
    <>
      <LeftOut needs={{ 'dashboards:read': 'the cards', 'activities:read': 'the activities' }} />
      {mayReadCards && <Lead client={client} />}
      {mayReadCards && <Threads clientId={clientId} />}
      {mayReadCards && <Cards client={client} />}
      {mayReadActivities && <RhythmPanel clientId={clientId} />}
      {mayReadActivities && <Timeline clientId={clientId} />}
    </>
  );
}

const fields = [
  { name: 'name', label: 'Name', maxLength: 255 },
  {
    name: 'domain',
    label: 'Domain',
    hint: 'Rules for this domain that have no client will use this one.',
    isNullable: true,
    maxLength: 253,
  },
] as const;

function Heading({ client }: { client: ClientDetails }) {
  const [isEditing, setEditing] = useState(false);
  const editing = useEditClient(client.id);
  const mayWrite = useMay('clients:write');
  return (
    <div class="heading">
      <div>
        <h1 dir="auto">{client.name}</h1>
        <p class="muted">
          <bdi>{client.domain ?? 'No domain'}</bdi> · <Owner client={client} />
        </p>
      </div>
      {mayWrite && <Button onClick={() => setEditing(true)}>Edit</Button>}
      {isEditing && (
        <EditDialog
          title="Edit the client"
          shown={client}
          fields={fields}
          {...editing}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  );
}
