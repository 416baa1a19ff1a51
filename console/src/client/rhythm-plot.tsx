import type { ActivityType, Rhythm } from '../api.ts';
import { useRhythm } from '../calls/clients.ts';
import { formatDate, formatMonth, formatNumber } from '../format.ts';
import { Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';
import { activityTypes, typeLabels } from './activity-type.ts';
import { type Silence, silencesIn } from './silences.ts';

/** Activities by week and type over a year, with the silences between them. */
export function RhythmPanel({ clientId }: { clientId: string }) {
  const rhythm = useRhythm(clientId);
  return (
    <section class="panel">
      <h2>Rhythm</h2>
      <Show of={rhythm} what="the rhythm">
        {({ weeks }) =>
          weeks.some((week) => totalOf(week) > 0) ? (
            <RhythmPlot weeks={weeks} />
          ) : (
            <Empty>No activity in the last {weeks.length} weeks.</Empty>
          )
        }
      </Show>
    </section>
  );
}

type Week = Rhythm['weeks'][number];

const totalOf = ({ activities }: Week) => activityTypes.reduce((sum, type) => sum + activities[type], 0);

const step = 14;
const height = 96;

function RhythmPlot({ weeks }: { weeks: readonly Week[] }) {
  const most = Math.max(4, ...weeks.map(totalOf));
  const silences = silencesIn(weeks.map(totalOf));
  const width = weeks.length * step;
  return (
    <figure class="rhythm">
      <svg viewBox={`0 0 ${width} ${height + 14}`} role="img" aria-label={summaryOf(weeks, silences)}>
        {silences.map(({ start, length }) => (
          <g key={start}>
            <rect class="silence" x={start * step} y="0" width={length * step} height={height} />
            <text x={(start + length / 2) * step} y={height / 2} text-anchor="middle">
              {length} weeks
            </text>
          </g>
        ))}
        {weeks.map((week, index) => (
          <Bar key={week.startsOn} week={week} x={index * step} scale={height / most} />
        ))}
        <line x1="0" x2={width} y1={height} y2={height} />
        {monthMarks(weeks).map(({ index, label }) => (
          <text key={index} x={index * step} y={height + 12}>
            {label}
          </text>
        ))}
      </svg>
      <figcaption>
        <ul class="legend">
          {activityTypes
            .filter((type) => weeks.some(({ activities }) => activities[type] > 0))
            .map((type) => (
              <li key={type}>
                <span class={`swatch ${type}`} aria-hidden="true" /> {typeLabels[type]}{' '}
                {formatNumber(weeks.reduce((sum, { activities }) => sum + activities[type], 0))}
              </li>
            ))}
        </ul>
      </figcaption>
    </figure>
  );
}

function Bar({ week, x, scale }: { week: Week; x: number; scale: number }) {
  let top = height;
  const bars = activityTypes.flatMap((type: ActivityType) => {
    const size = week.activities[type] * scale;
    if (size === 0) return [];
    top -= size;
    return <rect key={type} class={type} x={x + 2} y={top} width={step - 4} height={size} />;
  });
  if (bars.length === 0) return null;
  const counts = activityTypes
    .filter((type) => week.activities[type] > 0)
    .map((type) => `${typeLabels[type]} ${week.activities[type]}`);
  return (
    <g>
      <title>
        Week of {formatDate(week.startsOn, 'UTC')}: {counts.join(', ')}
      </title>
      {bars}
    </g>
  );
}

function summaryOf(weeks: readonly Week[], silences: readonly Silence[]): string {
  const total = weeks.reduce((sum, week) => sum + totalOf(week), 0);
  const longest = Math.max(0, ...silences.map(({ length }) => length));
  const silence = longest === 0 ? 'no silence of three weeks' : `the longest silence ${longest} weeks`;
  return `${formatNumber(total)} activities in ${weeks.length} weeks, ${silence}`;
}

/** The first week of each second month, with its name. */
function monthMarks(weeks: readonly Week[]): { index: number; label: string }[] {
  return weeks.flatMap(({ startsOn }, index) => {
    const date = new Date(startsOn);
    const isMark = date.getUTCDate() <= 7 && date.getUTCMonth() % 2 === 0 && index < weeks.length - 2;
    return isMark ? { index, label: formatMonth(date) } : [];
  });
}
