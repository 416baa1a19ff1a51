import type { Connection } from '../api.ts';
import { useConnections } from '../calls/connections.ts';
import { formatDateTime, formatNumber } from '../format.ts';
import { Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';
import { useTimezone } from '../ui/timezone.ts';

/** The mailboxes and calendars that are kept in sync, with their status. */
export function ConnectionsPart() {
  const connections = useConnections();
  return (
    <section class="panel">
      <p class="muted">Your administrator connects mailboxes and calendars on the command line.</p>
      <Show of={connections} what="the connections">
        {(list) =>
          list.length === 0 ? <Empty>There are no connections yet.</Empty> : <ConnectionTable list={list} />
        }
      </Show>
    </section>
  );
}

function ConnectionTable({ list }: { list: Connection[] }) {
  return (
    <table>
      <caption class="hidden">Connections</caption>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">State</th>
          <th scope="col" class="wide">
            Last answer
          </th>
          <th scope="col" class="wide">
            Last received
          </th>
          <th scope="col" class="number wide">
            Seen
          </th>
          <th scope="col" class="number">
            Recorded
          </th>
          <th scope="col" class="wide">
            Skipped
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((connection) => (
          <ConnectionRow key={connection.id} connection={connection} />
        ))}
      </tbody>
    </table>
  );
}

function ConnectionRow({ connection }: { connection: Connection }) {
  const { account, server, integration, seen, recorded, skipped, skippedReasons } = connection;
  const reasons = skippedReasons.map(({ reason, count }) => `${formatNumber(count)} ${reason}`);
  return (
    <tr>
      <th scope="row">
        <bdi>{account ?? server ?? integration}</bdi>
        <p class="hint">
          {integration}
          {account !== null && server !== null && ` at ${server}`}
        </p>
      </th>
      <td>
        <State connection={connection} />
      </td>
      <td class="wide">
        <Time at={connection.lastSeenAt} />
      </td>
      <td class="wide">
        <Time at={connection.lastReceivedAt} />
      </td>
      <td class="number wide">{formatNumber(seen)}</td>
      <td class="number">{formatNumber(recorded)}</td>
      <td class="wide">
        {formatNumber(skipped)}
        {reasons.length > 0 && <p class="hint">{reasons.join(', ')}</p>}
      </td>
    </tr>
  );
}

const states = {
  connecting: ['', 'Connecting'],
  syncing: ['warn', 'Reading'],
  idle: ['good', 'In step'],
  failing: ['bad', 'Failing'],
  paused: ['', 'Paused'],
} as const satisfies Record<Connection['state'], readonly [tone: string, label: string]>;

function State({ connection: { state, failure, nextTryAt } }: { connection: Connection }) {
  const timezone = useTimezone();
  const [tone, label] = states[state];
  return (
    <>
      <span class={`badge ${tone}`}>{label}</span>
      {failure !== null && (
        <p class="hint" dir="auto">
          {failure}
          {state === 'failing' && ` It is tried again on ${formatDateTime(nextTryAt, timezone)}.`}
        </p>
      )}
    </>
  );
}

function Time({ at }: { at: string | null }) {
  const timezone = useTimezone();
  if (at === null) return <span class="muted">Never</span>;
  return <time datetime={at}>{formatDateTime(at, timezone)}</time>;
}
