import { useEffect, useState } from 'preact/hooks';
import type { Waiting } from './api.ts';

const words = {
  rate_limited: 'The rate limit of your organization is reached. Going on in',
  unreachable: 'The service does not answer right now. Trying again in',
};

/** Counts down while a call waits to be tried again. */
export function WaitingNotice({ waiting }: { waiting: Waiting | undefined }) {
  const [nowMs, setNowMs] = useState(Date.now());
  const seconds = waiting ? Math.ceil((waiting.untilMs - nowMs) / 1_000) : 0;
  useEffect(() => {
    if (!waiting) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 250);
    const end = setTimeout(() => clearInterval(timer), waiting.untilMs - Date.now() + 500);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [waiting]);
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
