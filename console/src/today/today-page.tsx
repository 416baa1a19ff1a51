import { type ComponentChildren, toChildArray } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { type Today, type TodayThread, useMay } from '../api.ts';
import { useRestore, useToday } from '../calls/today.ts';
import { formatNumber } from '../format.ts';
import { Hide, ThreadRow, titleOf, Wait } from '../threads/thread-row.tsx';
import { ActivityLink } from '../ui/activity-link.tsx';
import { Button } from '../ui/button.tsx';
import { PageHeading, Refresh } from '../ui/heading.tsx';
import { useArrows } from '../ui/keyboard.tsx';
import { OwnerSwitch, useOwnerId } from '../ui/owner.tsx';
import { Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';
import { Step } from '../ui/step.tsx';
import { Undo } from '../ui/undo.tsx';
import { VerdictBadge } from '../ui/verdict.tsx';

/** The first page, with the next steps: whom to answer, open risks, silent clients and failing connections. */
export function TodayPage() {
  const today = useToday({ isPolled: true });
  return (
    <>
      <PageHeading title="Today">
        <OwnerSwitch />
        <Refresh of={today} />
      </PageHeading>
      <Show of={today} what="the next steps">
        {(given) => <Agenda today={given} />}
      </Show>
    </>
  );
}

function Agenda({ today }: { today: Today }) {
  const { threads, hasMore, hasClients, isComputing, quiet, failing } = today;
  const isMine = useOwnerId() !== undefined;
  const [hidden, setHidden] = useState<TodayThread>();
  const restoring = useRestore();
  useArrows('.agenda li');
  const owed = threads.filter(({ isOwed }) => isOwed);
  const risks = threads.filter(({ isOwed }) => !isOwed);
  const row = (thread: TodayThread) => (
    <Thread key={thread.activityId} thread={thread} onHidden={setHidden} />
  );
  return (
    <>
      <div role="status" class="undo">
        {hidden && (
          <>
            Hidden: <bdi>{titleOf(hidden)}</bdi> (<bdi>{hidden.clientName}</bdi>).{' '}
            <Undo of={hidden} undoing={restoring} onUndone={() => setHidden(undefined)} />
          </>
        )}
      </div>
      {!hasMore && threads.length + quiet.length === 0 && (
        <Empty>
          {!hasClients
            ? 'Create clients, and connect a mailbox in Settings. Next steps appear here.'
            : isComputing
              ? 'The mail of your clients is being read. Next steps appear here in a few seconds.'
              : `Nothing to do${isMine ? ' with the clients that you look after' : ''}: nobody is waiting for an answer, and no client has gone quiet.`}
        </Empty>
      )}
      <Section title="Answers owed" count={owed.length}>
        {owed.map(row)}
      </Section>
      <Section title="Risks and deadlines" count={risks.length}>
        {risks.map(row)}
      </Section>
      {hasMore && <p class="muted">There are more. Refresh once these are done.</p>}
      <Changes today={today} />
      <Section title="Gone quiet" count={quiet.length}>
        {quiet.map(({ clientId, clientName, steps: [step] }) => (
          <li key={clientId}>
            <ClientLink id={clientId} name={clientName} />
            {step && (
              <span>
                <Step clientId={clientId} step={step} />
              </span>
            )}
          </li>
        ))}
      </Section>
      <Section title="Failing connections" count={failing?.length ?? 0}>
        {failing?.map(({ id, integration, failure }) => (
          <li key={id}>
            <Link href="/settings/connections">{integration}</Link>
            <p class="muted">{failure}</p>
          </li>
        ))}
      </Section>
    </>
  );
}

/** Changes since the last visit. */
const Changes = ({ today: { verdicts, quotes } }: { today: Today }) => (
  <Section title="Since your last visit" count={verdicts.length + quotes.length}>
    {verdicts.map(({ clientId, clientName, previousVerdict, verdict }) => (
      <li key={clientId}>
        <ClientLink id={clientId} name={clientName} />
        <span>
          <span class="muted">{previousVerdict} →</span> <VerdictBadge verdict={verdict} />
        </span>
      </li>
    ))}
    {quotes.map(({ clientId, clientName, subject, quote: { activityId, kind, text } }) => (
      <li key={activityId}>
        <div class="what">
          <p>
            <ClientLink id={clientId} name={clientName} />
          </p>
          <p class="muted">
            New {kind}:{' '}
            <ActivityLink clientId={clientId} activityId={activityId}>
              {subject || '(no subject)'}
            </ActivityLink>{' '}
            <bdi>“{text}”</bdi>
          </p>
        </div>
      </li>
    ))}
  </Section>
);

/** More than anybody does in a day; each takes time to render. */
const step = 50;

function Section({ title, count, children }: { title: string; count: number; children: ComponentChildren }) {
  const [shown, setShown] = useState(step);
  if (count === 0) return null;
  return (
    <section class="panel agenda" aria-label={title}>
      <h2>
        {title} <span class="count">{formatNumber(count)}</span>
      </h2>
      <ul>{toChildArray(children).slice(0, shown)}</ul>
      {count > shown && <Button onClick={() => setShown(shown + step)}>Show more</Button>}
    </section>
  );
}

/** Not a `Link`: each of them listens to the address, which takes time for a long list. */
const ClientLink = ({ id, name }: { id: string; name: string }) => (
  <a href={`#/clients/${id}`} dir="auto">
    {name}
  </a>
);

function Thread({ thread, onHidden }: { thread: TodayThread; onHidden: (thread: TodayThread) => void }) {
  const { clientId, clientName, quote } = thread;
  return (
    <ThreadRow
      thread={thread}
      about={
        <>
          <ClientLink id={clientId} name={clientName} /> · <Wait thread={thread} />
        </>
      }
      quote={quote?.kind === 'friction' ? quote : null}
      actions={useMay('clients:write') && <Hide thread={thread} onHidden={onHidden} />}
    />
  );
}
