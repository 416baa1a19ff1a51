import type { QuotaState } from '@clientele/client';
import { useShared } from '../api.ts';
import { formatNumber } from '../format.ts';
import { Empty } from '../ui/states.tsx';

/** The rate limits and what is left of them, as of the last call. */
export function LimitsPart() {
  const { limits } = useShared();
  if (!limits) return <Empty>No call has told the limits yet.</Empty>;
  return (
    <section class="panel">
      <Quota label="All calls of the organization" quota={limits.organization} />
      <Quota label="Calls of one operation" quota={limits.endpoint} />
      <p class="hint">As of the last call of this page. The console counts like every other caller.</p>
    </section>
  );
}

const Quota = ({ label, quota: { limit, remaining } }: { label: string; quota: QuotaState }) => (
  <p class="quota">
    <span>{label}</span>
    <meter aria-label={label} min={0} max={limit} low={limit / 5} optimum={limit} value={remaining} />
    <span>
      {formatNumber(remaining)} of {formatNumber(limit)} left in any 60 seconds
    </span>
  </p>
);
