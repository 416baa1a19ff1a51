import { useState } from 'preact/hooks';
import { type Connection, useMay } from '../api.ts';
import { type Account, useConnections, useDeleteConnection } from '../calls/connections.ts';
import { formatDateTime, formatNumber } from '../format.ts';
import { Button, RowButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Refresh } from '../ui/heading.tsx';
import { Show } from '../ui/query.tsx';
import { actions, Table } from '../ui/table.tsx';
import { Connect } from './connect.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { nameOf, State } from './connection-state.tsx';

type Opened = { dialog: 'connect'; type: Account['type'] } | { dialog: 'show' | 'delete'; id: string };

/** The mailboxes and calendars that are kept in sync, with their status. */
export function ConnectionsPart() {
  const connections = useConnections();
  const mayWrite = useMay('connections:write');
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const connection = connections.data?.find(({ id }) => opened?.dialog !== 'connect' && id === opened?.id);
  return (
    <section class="panel">
      <p class="muted">Mail and meetings with your clients are recorded. Everything else is only counted.</p>
      <div class="actions">
        {mayWrite && (
          <>
            <Button onClick={() => setOpened({ dialog: 'connect', type: 'imap' })}>Connect a mailbox</Button>
            <Button onClick={() => setOpened({ dialog: 'connect', type: 'calendar' })}>
              Connect a calendar
            </Button>
          </>
        )}
        <Refresh of={connections} />
      </div>
      <Show of={connections} what="the connections">
        {(list) => <ConnectionTable list={list} onOpen={(id) => setOpened({ dialog: 'show', id })} />}
      </Show>
      {opened?.dialog === 'connect' && <Connect type={opened.type} onClose={close} />}
      {opened?.dialog === 'show' && connection && (
        <ConnectionDialog
          connection={connection}
          onDelete={() => setOpened({ dialog: 'delete', id: connection.id })}
          onClose={close}
        />
      )}
      {opened?.dialog === 'delete' && connection && (
        <DeleteConnection connection={connection} onClose={close} />
      )}
    </section>
  );
}

function DeleteConnection({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const deletion = useDeleteConnection();
  return (
    <ConfirmDialog
      title={`Delete the connection to ${nameOf(connection)}?`}
      text="It is no longer read. Its activities stay."
      action="Delete"
      onConfirm={() => deletion.mutateAsync({ connectionId: connection.id })}
      onClose={onClose}
    />
  );
}

function ConnectionTable({ list, onOpen }: { list: Connection[]; onOpen: (id: string) => void }) {
  const label = useMay('connections:write') ? 'Manage' : 'Details';
  return (
    <Table
      caption="Connections"
      empty="There are no connections yet."
      rows={list}
      columns={[
        ['Account', accountOf],
        ['State', (connection) => <State connection={connection} />],
        ['Last response', ({ lastSeenAt }) => <Time at={lastSeenAt} />, 'wide'],
        ['Last received', ({ lastReceivedAt }) => <Time at={lastReceivedAt} />, 'wide'],
        ['Seen', ({ seen }) => formatNumber(seen), 'number wide'],
        ['Recorded', ({ recorded }) => formatNumber(recorded), 'number wide'],
        ['Skipped', skippedOf, 'wide'],
        [
          actions,
          (connection) => (
            <RowButton label={label} of={nameOf(connection)} onClick={() => onOpen(connection.id)} />
          ),
        ],
      ]}
    />
  );
}

const accountOf = (connection: Connection) => (
  <>
    <bdi>{nameOf(connection)}</bdi>
    <p class="hint">
      {connection.integration}
      {connection.account !== null && connection.server !== null && ` at ${connection.server}`}
    </p>
  </>
);

function skippedOf({ skipped, skippedReasons }: Connection) {
  const reasons = Object.entries(skippedReasons).map(([reason, count]) => `${formatNumber(count)} ${reason}`);
  return (
    <>
      {formatNumber(skipped)}
      {reasons.length > 0 && <p class="hint">{reasons.join(', ')}</p>}
    </>
  );
}

function Time({ at }: { at: string | null }) {
  if (at === null) return <span class="muted">Never</span>;
  return <time datetime={at}>{formatDateTime(at)}</time>;
}
