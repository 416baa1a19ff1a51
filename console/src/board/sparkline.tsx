import { formatNumber } from '../format.ts';

const height = 24;
const step = 4;

/** Contacts per week as bars, the newest on the right. */
export function Sparkline({ weeks }: { weeks: readonly number[] }) {
  const most = Math.max(3, ...weeks);
  const total = weeks.reduce((sum, count) => sum + count, 0);
  const silent = weeks.length - 1 - weeks.findLastIndex((count) => count > 0);
  const label =
    total === 0
      ? `No contact in ${weeks.length} weeks`
      : `${formatNumber(total)} contacts in ${weeks.length} weeks${silent > 0 ? `, none in the last ${silent}` : ''}`;
  const path = weeks
    .map((count, week) => {
      const bar = Math.max(1, (count / most) * height);
      return `M${week * step} ${height}h3v${-bar}h-3z`;
    })
    .join('');
  return (
    <svg class="sparkline" role="img" aria-label={label} viewBox={`0 0 ${weeks.length * step} ${height}`}>
      <path d={path} />
    </svg>
  );
}
