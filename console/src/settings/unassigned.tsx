import { useEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { type Rule, type UnassignedDomain, useMay } from '../api.ts';
import { useIgnoreDomain, useStopIgnoring, useUnassigned } from '../calls/unassigned.ts';
import { formatAgo, formatNumber } from '../format.ts';
import { ActionsHeader } from '../ui/actions-header.tsx';
import { Show } from '../ui/query.tsx';
import { Empty, Failure } from '../ui/states.tsx';
import { useTimezone } from '../ui/timezone.ts';
import { AssignDomain } from './assign-domain.tsx';
import { UnassignedMessages } from './unassigned-messages.tsx';

type Opened = { dialog: 'read' | 'assign'; domain: string };

/** Whatever was last done with a domain. */
type Done = { domain: string; client: { id: string; name: string } } | { ignoring: Rule };

/** Activities that no rule has assigned, by domain. */
export function UnassignedPart() {
  const unassigned = useUnassigned();
  const ignoring = useIgnoreDomain();
  const [opened, setOpened] = useState<Opened>();
  const [done, setDone] = useState<Done>();
  const close = () => setOpened(undefined);
  const ignore = (domain: string) =>
    ignoring.mutate(domain, { onSuccess: (rule) => setDone({ ignoring: rule }) });
  return (
    <section class="panel">
      <div role="status">
        {done && 'client' in done && (
          <>
            <Link href={`/clients/${done.client.id}`} dir="auto">
              {done.client.name}
            </Link>{' '}
            gets the mail of <bdi>{done.domain}</bdi>. What has arrived is assigned in a moment.
          </>
        )}
        {done && 'ignoring' in done && <Ignored rule={done.ignoring} onUndone={() => setDone(undefined)} />}
      </div>
      {ignoring.error && <Failure error={ignoring.error} />}
      <Show of={unassigned} what="the unassigned activities">
        {(domains) =>
          domains.length === 0 ? (
            <Empty>No domain waits for a rule.</Empty>
          ) : (
            <DomainTable
              domains={domains}
              onOpen={setOpened}
              onIgnore={ignoring.isPending ? undefined : ignore}
            />
          )
        }
      </Show>
      {opened?.dialog === 'read' && <UnassignedMessages domain={opened.domain} onClose={close} />}
      {opened?.dialog === 'assign' && (
        <AssignDomain
          domain={opened.domain}
          onAssigned={(client) => setDone({ domain: opened.domain, client })}
          onClose={close}
        />
      )}
    </section>
  );
}

/** Says that a domain is off the list, and puts it back. */
function Ignored({ rule: { id, domain }, onUndone }: { rule: Rule; onUndone: () => void }) {
  const undoing = useStopIgnoring();
  const undo = useRef<HTMLButtonElement>(null);
  // The row that had the focus is gone.
  useEffect(() => undo.current?.focus(), [id]);
  const undone = () => {
    onUndone();
    document.getElementById('main')?.focus();
  };
  return (
    <>
      <bdi>{domain}</bdi> is ignored. Its rule is among the{' '}
      <Link href="/settings/rules">assignment rules</Link>.{' '}
      <button
        ref={undo}
        type="button"
        disabled={undoing.isPending}
        onClick={() => undoing.mutate(id, { onSuccess: undone })}
      >
        Undo
      </button>
      {undoing.error && <Failure error={undoing.error} />}
    </>
  );
}

function DomainTable({
  domains,
  onOpen,
  onIgnore,
}: {
  domains: UnassignedDomain[];
  onOpen: (opened: Opened) => void;
  onIgnore: ((domain: string) => void) | undefined;
}) {
  const mayRead = useMay('activities:read');
  const mayWrite = useMay('rules:write');
  const timezone = useTimezone();
  return (
    <table>
      <caption class="hidden">Domains of unassigned activities</caption>
      <thead>
        <tr>
          <th scope="col">Domain</th>
          <th scope="col" class="number">
            Activities
          </th>
          <th scope="col" class="wide">
            Latest
          </th>
          {(mayRead || mayWrite) && <ActionsHeader />}
        </tr>
      </thead>
      <tbody>
        {domains.map(({ domain, activities, latestSubject, latestAt }) => (
          <tr key={domain}>
            <th scope="row" dir="auto">
              {domain}
            </th>
            <td class="number">{formatNumber(activities)}</td>
            <td class="wide">
              <LatestSubject subject={latestSubject} />,{' '}
              <span class="muted">{formatAgo(latestAt, timezone)}</span>
            </td>
            {(mayRead || mayWrite) && (
              <td>
                <span class="actions">
                  {mayRead && latestSubject !== null && (
                    <button type="button" onClick={() => onOpen({ dialog: 'read', domain })}>
                      Read<span class="hidden"> the mail of {domain}</span>
                    </button>
                  )}
                  {mayWrite && (
                    <>
                      <button type="button" onClick={() => onOpen({ dialog: 'assign', domain })}>
                        Assign<span class="hidden"> {domain}</span>
                      </button>
                      <button type="button" disabled={!onIgnore} onClick={() => onIgnore?.(domain)}>
                        Ignore<span class="hidden"> {domain}</span>
                      </button>
                    </>
                  )}
                </span>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Of mail that concerns no client, connections keep only a count. */
function LatestSubject({ subject }: { subject: string | null }) {
  return subject === null ? <span class="muted">not kept</span> : <bdi>{subject || '(no subject)'}</bdi>;
}
