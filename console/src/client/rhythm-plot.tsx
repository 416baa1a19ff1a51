import type { Rhythm } from '../api.ts';
import { useRhythm } from '../calls/clients.ts';
import { formatDate, formatMonth, formatNumber } from '../format.ts';
import { Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
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

/** The height of the plot in its own units; it is as wide as there are weeks. */
const height = 96;

/** A shorter silence has no room for its label on a narrow screen. */
const minLabelled = 9;

function RhythmPlot({ weeks }: { weeks: readonly Week[] }) {
  const most = Math.max(4, ...weeks.map(totalOf));
  const silences = silencesIn(weeks.map(totalOf));
  const at = (week: number) => ({ insetInlineStart: `${(100 * week) / weeks.length}%` });
  return (
    <figure class="rhythm">
      <div class="plot" role="img" aria-label={summaryOf(weeks, silences)}>
        <svg viewBox={`0 0 ${weeks.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {silences.map(({ start, length }) => (
            <rect key={start} class="silence" x={start} y="0" width={length} height={height} />
          ))}
          {weeks.map((week, index) => (
            <Bar key={week.startsOn} week={week} x={index} scale={height / most} />
          ))}
        </svg>
        {silences.map(({ start, length }) => (
          <span
            key={start}
            class={length < minLabelled ? 'silence-label wide' : 'silence-label'}
            style={at(start + length / 2)}
          >
            {length} weeks
          </span>
        ))}
        {monthMarks(weeks).map(({ index, label }) => (
          <span key={index} class="month" style={at(index)}>
            {label}
          </span>
        ))}
      </div>
      <figcaption>
        <ul class="legend">
          {typesIn(weeks).map((type) => (
            <li key={type}>
              <span class={`swatch ${type}`} aria-hidden="true" /> {typeLabels[type]}{' '}
              {formatNumber(weeks.reduce((sum, { activities }) => sum + activities[type], 0))}
            </li>
          ))}
        </ul>
        <details>
          <summary>Figures by week</summary>
          <Figures weeks={weeks} />
        </details>
      </figcaption>
    </figure>
  );
}

const typesIn = (weeks: readonly Week[]) =>
  activityTypes.filter((type) => weeks.some(({ activities }) => activities[type] > 0));

function Bar({ week, x, scale }: { week: Week; x: number; scale: number }) {
  let top = height;
  return (
    <>
      {activityTypes.map((type) => {
        const size = week.activities[type] * scale;
        top -= size;
        return size > 0 && <rect key={type} class={type} x={x + 0.15} y={top} width={0.7} height={size} />;
      })}
    </>
  );
}

/** The weeks with activities, the newest first. */
function Figures({ weeks }: { weeks: readonly Week[] }) {
  const types = typesIn(weeks);
  const active = weeks.filter((week) => totalOf(week) > 0).reverse();
  return (
    <Table
      caption="Activities by week"
      rows={active.map((week) => ({ id: week.startsOn, ...week }))}
      columns={[
        ['Week of', ({ startsOn }) => formatDate(startsOn, 'UTC')],
        ...types.map(
          (type) => [typeLabels[type], ({ activities }: Week) => activities[type] || '', 'number'] as const,
        ),
      ]}
    />
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
