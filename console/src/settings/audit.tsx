import { Link } from 'wouter-preact';
import { type AuditEntry, useMay } from '../api.ts';
import { useBoard } from '../calls/clients.ts';
import { usePages } from '../calls/pages.ts';
import { labelOf, useTokens } from '../calls/tokens.ts';
import { useUsers } from '../calls/users.ts';
import { formatDateTime } from '../format.ts';
import { Older, Show } from '../ui/query.tsx';
import { Table } from '../ui/table.tsx';

/** Every change made through the API, by commands and by connections, newest first. */
export function AuditPart() {
  const audit = usePages(['audit'], (api, at) => api.audit.list.query(at));
  return (
    <section class="panel">
      <Show of={audit} what="the audit log">
        {({ pages }) => <Entries entries={pages.flatMap(({ data }) => data)} />}
      </Show>
      <Older of={audit} />
    </section>
  );
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  const nameOf = useResourceNames(entries);
  return (
    <Table
      caption="Audit log"
      empty="Nothing has been changed yet."
      rows={entries}
      columns={[
        ['Time', ({ at }) => <time datetime={at}>{formatDateTime(at)}</time>, 'line'],
        ['Operation', ({ operation }) => operation, 'line'],
        ['By', authorOf, 'name'],
        ['Resource', ({ resource }) => <Resource resource={resource} name={nameOf(resource)} />, 'wide'],
        ['Change', changeOf, 'wide'],
        ['Request', ({ requestId }) => requestId, 'wide muted'],
      ]}
    />
  );
}

function authorOf({ token, systemUser, connectionId }: AuditEntry): string {
  if (token !== null) return labelOf(token);
  return systemUser === null ? `Connection ${connectionId?.slice(-6)}` : `${systemUser} (command line)`;
}

/** The values that a change has changed, as JSON. */
function changeOf({ before, after }: AuditEntry): string {
  // The empty permissions of an organization's key stand for all.
  const jsonOf = (values: typeof after, name: string) =>
    name === 'permissions' && values?.userId === null ? '"all"' : JSON.stringify(values?.[name] ?? null);
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const texts = [...names].map((name) => {
    const [old, now] = [jsonOf(before, name), jsonOf(after, name)];
    if (old === now) return '';
    return before && after ? `${name}: ${old} → ${now}` : `${name}: ${before ? old : now}`;
  });
  return texts.filter(Boolean).join(', ');
}

/** A resource by its name, else by its path; a client as a link. */
function Resource({ resource, name }: { resource: string; name: string | undefined }) {
  const shown = name === undefined ? resource : <bdi title={resource}>{name}</bdi>;
  return <span>{resource.startsWith('clients/') ? <Link href={`/${resource}`}>{shown}</Link> : shown}</span>;
}

type Name = [resource: string, name: string];

/** Reads the names of the resources, as far as the token may: only lists of which there is an entry. */
function useResourceNames(entries: readonly AuditEntry[]): (resource: string) => string | undefined {
  const has = (kind: string) => entries.some(({ resource }) => resource.startsWith(`${kind}/`));
  const board = useBoard({ isWanted: useMay('clients:read') && has('clients') });
  const users = useUsers(useMay('users:read') && has('users'));
  const tokens = useTokens(useMay('tokens:read') && has('tokens'));
  const names = new Map<string, string>([
    ...(board.data ?? []).map(({ id, name }) => [`clients/${id}`, name] satisfies Name),
    ...(users.data ?? []).map(({ id, email }) => [`users/${id}`, email] satisfies Name),
    ...(tokens.data ?? []).map((token) => [`tokens/${token.id}`, labelOf(token)] satisfies Name),
  ]);
  return (resource) => names.get(resource);
}
