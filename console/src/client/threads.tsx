import { useEffect, useRef } from 'preact/hooks';
import { type ClientThread, useMay } from '../api.ts';
import { useRestore, useThreads } from '../calls/today.ts';
import { formatDate, formatNumber } from '../format.ts';
import { Hide, isLate, ThreadRow, titleOf, Wait } from '../threads/thread-row.tsx';
import { RowButton } from '../ui/button.tsx';
import { Show } from '../ui/query.tsx';
import { Failure } from '../ui/states.tsx';

const isPending = ({ state }: ClientThread) => state === 'open' || state === 'waiting';

/** The threads of the client: those in which somebody waits, and folded up the others that the cards tell of. */
export function Threads({ clientId }: { clientId: string }) {
  const threads = useThreads(clientId);
  const row = (thread: ClientThread) => <Thread key={thread.activityId} thread={thread} />;
  return (
    <Show of={threads} what="the threads">
      {(list) => {
        if (list.length === 0) return null;
        const pending = list.filter(isPending);
        const others = list.filter((thread) => !isPending(thread));
        const shown = pending.filter(({ isHidden }) => !isHidden);
        return (
          <section class="panel agenda">
            <h2>
              Threads <span class="count">{formatNumber(shown.length)}</span>
            </h2>
            {pending.length === 0 && <p class="muted">Nobody waits for an answer.</p>}
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

function Thread({ thread }: { thread: ClientThread }) {
  const { isHidden, quote } = thread;
  const row = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  const mayHide = useMay('clients:write') && isPending(thread);
  // The button that had the focus is gone.
  useEffect(() => {
    if (hasMoved.current) row.current?.querySelector('button')?.focus();
    hasMoved.current = false;
  }, [isHidden]);
  const moved = () => {
    hasMoved.current = true;
  };
  return (
    <ThreadRow
      thread={thread}
      about={<State thread={thread} />}
      quote={quote}
      actions={
        mayHide && (
          <div ref={row}>
            {isHidden ? (
              <ShowAgain thread={thread} onShown={moved} />
            ) : (
              <Hide thread={thread} onHidden={moved} />
            )}
          </div>
        )
      }
    />
  );
}

function State({ thread }: { thread: ClientThread }) {
  const { isOwed, isHidden, hiddenUntil, workingDays } = thread;
  const owed = <span class={`badge ${isLate(workingDays) ? 'bad' : 'warn'}`}>Answer owed</span>;
  const hidden = hiddenUntil ? `Until ${formatDate(hiddenUntil)}` : 'Done';
  return (
    <>
      {isHidden ? <span class="badge">{hidden}</span> : isOwed && owed} <Wait thread={thread} />
    </>
  );
}

function ShowAgain({ thread, onShown }: { thread: ClientThread; onShown: () => void }) {
  const restore = useRestore();
  return (
    <div class="actions">
      <RowButton
        label="Show on Today again"
        of={titleOf(thread)}
        class="quiet"
        disabled={restore.isPending}
        onClick={() => {
          onShown();
          restore.mutate(thread);
        }}
      />
      {restore.error && <Failure error={restore.error} />}
    </div>
  );
}
