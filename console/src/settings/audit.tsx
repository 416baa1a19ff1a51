import { Link } from 'wouter-preact';
import type { AuditEntry } from '../api.ts';
import { useAudit } from '../calls/audit.ts';
import { formatDateTime } from '../format.ts';
import { Show } from '../ui/query.tsx';
import { Empty, Failure } from '../ui/states.tsx';
import { useTimezone } from '../ui/timezone.ts';

/** Every change made through the API, newest first. */
export function AuditPart() {
  const audit = useAudit();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = audit;
  return (
    <section class="panel">
      <Show of={audit} what="the audit log">
        {({ pages }) => <Entries entries={pages.flatMap(({ data }) => data)} />}
      </Show>
      {isFetchNextPageError && <Failure error={error} />}
      {hasNextPage && (
        <button type="button" disabled={isFetchingNextPage} onClick={() => audit.fetchNextPage()}>
          {isFetchingNextPage ? 'Loading…' : 'Show older'}
        </button>
      )}
    </section>
  );
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  const timezone = useTimezone();
  if (entries.length === 0) return <Empty>Nothing has been changed yet.</Empty>;
  return (
    <table>
      <caption class="hidden">Audit log</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Operation</th>
          <th scope="col">Token</th>
          <th scope="col" class="wide">
            Resource
          </th>
          <th scope="col" class="wide">
            Request
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, at, operation, token, resource, requestId }) => (
          <tr key={id}>
            <td>
              <time datetime={at}>{formatDateTime(at, timezone)}</time>
            </td>
            <td>{operation}</td>
            <td dir="auto">{token.name ?? token.id}</td>
            <td class="wide">
              {resource.startsWith('clients/') ? <Link href={`/${resource}`}>{resource}</Link> : resource}
            </td>
            <td class="wide muted">{requestId}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
