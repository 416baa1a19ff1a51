import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { type Rule, type UnassignedDomain, useMay } from '../api.ts';
import { useIgnoreDomain, useStopIgnoring, useUnassigned } from '../calls/unassigned.ts';
import { formatAgo, formatNumber } from '../format.ts';
import { RowButton } from '../ui/button.tsx';
import { Show } from '../ui/query.tsx';
import { Failure } from '../ui/states.tsx';
import { actions, Table } from '../ui/table.tsx';
import { Undo } from '../ui/undo.tsx';
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
    ignoring.mutate({ integration: 'none', domain }, { onSuccess: (rule) => setDone({ ignoring: rule }) });
  return (
    <section class="panel">
      <div role="status">
        {done && 'client' in done && (
          <>
            <Link href={`/clients/${done.client.id}`} dir="auto">
              {done.client.name}
            </Link>{' '}
            now gets the mail from <bdi>{done.domain}</bdi>. Mail that has already arrived will be assigned in
            a moment.
          </>
        )}
        {done && 'ignoring' in done && <Ignored rule={done.ignoring} onUndone={() => setDone(undefined)} />}
      </div>
      {ignoring.error && <Failure error={ignoring.error} />}
      <Show of={unassigned} what="the unassigned activities">
        {(domains) => (
          <DomainTable
            domains={domains}
            onOpen={setOpened}
            onIgnore={ignoring.isPending ? undefined : ignore}
          />
        )}
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
const Ignored = ({ rule, onUndone }: { rule: Rule; onUndone: () => void }) => (
  <>
    <bdi>{rule.domain}</bdi> is ignored. Its rule is among the{' '}
    <Link href="/settings/rules">assignment rules</Link>.{' '}
    <Undo of={rule} undoing={useStopIgnoring()} onUndone={onUndone} />
  </>
);

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
  const open = (dialog: Opened['dialog'], domain: string) => () => onOpen({ dialog, domain });
  return (
    <Table
      caption="Domains with the most unassigned activities"
      empty="No domain is waiting for a rule."
      rows={domains.map((each) => ({ id: each.domain, ...each }))}
      columns={[
        ['Domain', ({ domain }) => domain],
        ['Activities', ({ activities }) => formatNumber(activities), 'number'],
        [
          'Latest',
          ({ latestSubject, latestAt }) => (
            <>
              <LatestSubject subject={latestSubject} />, <span class="muted">{formatAgo(latestAt)}</span>
            </>
          ),
          'wide',
        ],
        (mayRead || mayWrite) && [
          actions,
          ({ domain, latestSubject }) => (
            <span class="actions">
              {mayRead && latestSubject !== null && (
                <RowButton label="Read" of={`the mail of ${domain}`} onClick={open('read', domain)} />
              )}
              {mayWrite && <RowButton label="Assign" of={domain} onClick={open('assign', domain)} />}
              {mayWrite && (
                <RowButton
                  label="Ignore"
                  of={domain}
                  disabled={!onIgnore}
                  onClick={() => onIgnore?.(domain)}
                />
              )}
            </span>
          ),
        ],
      ]}
    />
  );
}

/** Of mail that concerns no client, connections keep only a count. */
function LatestSubject({ subject }: { subject: string | null }) {
  return subject === null ? <span class="muted">not kept</span> : <bdi>{subject || '(no subject)'}</bdi>;
}
