import { useEffect, useReducer } from 'preact/hooks';
import type { Waiting } from './api.ts';
import { useIsOnline } from './ui/online.ts';

const words = {
  rate_limited: 'Your organization has reached its rate limit. Continuing',
  unreachable: 'The service is not responding. Trying again',
};

/** Says that there is no network, or counts down while a call waits to be tried again. */
export function WaitingNotice({ waiting }: { waiting: Waiting | undefined }) {
  const [, tick] = useReducer((ticks: number, _: unknown) => ticks + 1, 0);
  const isOnline = useIsOnline();
  const seconds = Math.ceil(restOf(waiting) / 1_000);
  // At each full second, and when the wait ends.
  useEffect(() => {
    const restMs = restOf(waiting);
    if (restMs <= 0) return;
    const timer = setTimeout(tick, restMs % 1_000 || 1_000);
    return () => clearTimeout(timer);
  });
  return (
    <div class="waiting" role="status">
      {isOnline ? waiting && <Notice reason={waiting.reason} seconds={seconds} /> : <p>You are offline.</p>}
    </div>
  );
}

const Notice = ({ reason, seconds }: { reason: Waiting['reason']; seconds: number }) => (
  <p>
    {words[reason]}{' '}
    {seconds > 0 ? (
      <>
        in <span aria-hidden="true">{seconds} s</span>
        <span class="hidden">a moment</span>.
      </>
    ) : (
      'now.'
    )}
  </p>
);

const restOf = (waiting: Waiting | undefined): number => (waiting ? waiting.untilMs - Date.now() : 0);
