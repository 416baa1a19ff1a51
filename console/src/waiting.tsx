import { useEffect, useReducer } from 'preact/hooks';
import type { Waiting } from './api.ts';

const words = {
  rate_limited: 'The rate limit of your organization is reached. Continuing in',
  unreachable: 'The service does not answer right now. Trying again in',
};

/** Counts down while a call waits to be tried again. */
export function WaitingNotice({ waiting }: { waiting: Waiting | undefined }) {
  const [, tick] = useReducer((ticks: number, _: unknown) => ticks + 1, 0);
  const seconds = Math.ceil(restOf(waiting) / 1_000);
  // At each full second, so that the notice goes when the wait ends.
  useEffect(() => {
    const restMs = restOf(waiting);
    if (restMs <= 0) return;
    const timer = setTimeout(tick, restMs % 1_000 || 1_000);
    return () => clearTimeout(timer);
  });
  return (
    <div class="waiting" role="status">
      {waiting && seconds > 0 && (
        <p>
          {words[waiting.reason]} <span aria-hidden="true">{seconds} s</span>
          <span class="hidden">a moment</span>.
        </p>
      )}
    </div>
  );
}

const restOf = (waiting: Waiting | undefined): number => (waiting ? waiting.untilMs - Date.now() : 0);
