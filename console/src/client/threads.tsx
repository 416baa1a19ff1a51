import type { ClientThread } from '../api.ts';
import { useThreads } from '../calls/today.ts';
import { formatDate, formatNumber } from '../format.ts';
import { HideOrShow, isLate, isUnsettled, ThreadRow, Wait } from '../threads/thread-row.tsx';
import { Show } from '../ui/query.tsx';

/** The threads of the client: those in which somebody waits, and folded up the others that the cards tell of. */
export function Threads({ clientId }: { clientId: string }) {
  const threads = useThreads(clientId);
  const row = (thread: ClientThread) => (
    <ThreadRow
      key={thread.activityId}
      thread={thread}
      about={<State thread={thread} />}
      quote={thread.quote}
      actions={<HideOrShow thread={thread} />}
    />
  );
  return (
    <Show of={threads} what="the threads">
      {(list) => {
        if (list.length === 0) return null;
        // Threads that are done or put off come last.
        const pending = list.filter(isUnsettled).sort((a, b) => Number(a.isHidden) - Number(b.isHidden));
        const others = list.filter((thread) => !isUnsettled(thread));
        return (
          <section class="panel agenda">
            <h2>
              Threads <span class="count">{formatNumber(pending.length)}</span>
            </h2>
            {pending.length === 0 && <p class="muted">Nobody is waiting for an answer.</p>}
            <ul>{pending.map(row)}</ul>
            {others.length > 0 && (
              <details>
                <summary>Solved and quiet ({formatNumber(others.length)})</summary>
                <ul>{others.map(row)}</ul>
              </details>
            )}
          </section>
        );
      }}
    </Show>
  );
}

function State({ thread }: { thread: ClientThread }) {
  const { isHidden, hiddenUntil, promise } = thread;
  const isOwed = thread.isOwed && !isHidden;
  const urgency = isLate(thread) ? 'bad' : 'warn';
  const owed = <span class={`badge ${urgency}`}>{promise ? 'Promised' : 'Answer owed'}</span>;
  const hidden = hiddenUntil ? `Hidden until ${formatDate(hiddenUntil)}` : 'Done';
  return (
    <>
      {isHidden ? <span class="badge">{hidden}</span> : isOwed && owed}{' '}
      <Wait thread={{ ...thread, isOwed }} />
    </>
  );
}
