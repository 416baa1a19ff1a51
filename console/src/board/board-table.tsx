import { Component, type ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { type ClientOverview, type Permission, useShared } from '../api.ts';
import { dayOf, daysSince, formatAgo, formatDate, formatNumber } from '../format.ts';
import { useKept } from '../ui/kept.ts';
import { useKeys } from '../ui/keyboard.tsx';
import { useTimezone } from '../ui/timezone.ts';
import { VerdictBadge } from '../ui/verdict.tsx';
import { useRowWindow } from '../ui/window.ts';
import type { Column, Sort } from './rows.ts';
import { Sparkline } from './sparkline.tsx';

type ColumnView = {
  by: Column;
  label: string;
  classes: string;
  needs: Permission;
  cell: (client: ClientOverview, timezone: string) => ComponentChildren;
};

/** The columns after the name. Those whose permission the token lacks are left out. */
const columns: readonly ColumnView[] = [
  {
    by: 'verdict',
    label: 'Verdict',
    classes: 'verdict',
    needs: 'dashboards:read',
    cell: (client) =>
      client.insight ? <VerdictBadge verdict={client.insight.verdict} /> : <NotComputed client={client} />,
  },
  {
    by: 'lastContact',
    label: 'Last contact',
    classes: 'when wide',
    needs: 'dashboards:read',
    cell: ({ insight }, timezone) =>
      insight?.lastContactAt && (
        <time datetime={insight.lastContactAt} title={formatDate(insight.lastContactAt, timezone)}>
          {formatAgo(insight.lastContactAt, timezone)}
        </time>
      ),
  },
  {
    by: 'owed',
    label: 'Answer owed',
    classes: 'owed',
    needs: 'dashboards:read',
    cell: (client, timezone) => <Owed client={client} timezone={timezone} />,
  },
  {
    by: 'contacts',
    label: 'Contacts, 26 weeks',
    classes: 'weeks wide',
    needs: 'activities:read',
    cell: ({ weeklyContacts }) => weeklyContacts && <Sparkline weeks={weeklyContacts} />,
  },
  {
    by: 'wins',
    label: 'Wins, 60 days',
    classes: 'figure number wide',
    needs: 'dashboards:read',
    cell: ({ insight }) => insight && formatNumber(insight.wins),
  },
  {
    by: 'frictions',
    label: 'Frictions, 60 days',
    classes: 'figure number wide',
    needs: 'dashboards:read',
    cell: ({ insight }) => insight && formatNumber(insight.frictions),
  },
];

export function BoardTable({
  rows,
  sort,
  onSort,
}: {
  rows: readonly ClientOverview[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}) {
  const timezone = useTimezone();
  const { permissions } = useShared().session;
  const shownColumns = columns.filter(({ needs }) => permissions.includes(needs));
  const today = dayOf(new Date(), timezone);
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = useRowWindow(body, rows.length);
  const [opened, setOpened] = useKept<string | undefined>('board.opened', undefined);
  useKeys({ ArrowDown: (event) => move(event, 1), ArrowUp: (event) => move(event, -1) });
  // Back from a client: its row gets the focus, as soon as it is rendered.
  const awaited = useRef(rows.findIndex(({ id }) => id === opened));
  useLayoutEffect(() => {
    if (body.current && awaited.current >= 0) scrollToRow(body.current, awaited.current);
  }, []);
  useEffect(() => {
    const link = body.current?.querySelector<HTMLElement>(`[data-client="${awaited.current}"]`);
    if (!link) return;
    link.focus();
    awaited.current = -1;
  });

  return (
    <table class="board" aria-rowcount={rows.length + 1}>
      <caption class="hidden">Clients, with verdicts and contacts</caption>
      <thead>
        <tr aria-rowindex={1}>
          {[nameColumn, ...shownColumns].map((column) => (
            <Header key={column.by} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {shown.before > 0 && <tr style={{ height: `${shown.before}px` }} />}
        {rows.slice(shown.start, shown.end).map((client, index) => (
          <Row
            key={client.id}
            client={client}
            index={shown.start + index}
            columns={shownColumns}
            timezone={timezone}
            today={today}
            onOpen={() => setOpened(client.id)}
          />
        ))}
        {shown.after > 0 && <tr style={{ height: `${shown.after}px` }} />}
      </tbody>
    </table>
  );
}

const nameColumn = { by: 'name', label: 'Client', classes: 'name' } as const;

const Header = ({
  column: { by, label, classes },
  sort,
  onSort,
}: {
  column: Pick<ColumnView, 'by' | 'label' | 'classes'>;
  sort: Sort;
  onSort: (sort: Sort) => void;
}) => (
  <th scope="col" class={classes} {...ariaSort(by, sort)}>
    <button type="button" onClick={() => onSort(nextSort(by, sort))}>
      {label} <span aria-hidden="true">{sort.by === by ? (sort.isDescending ? '▾' : '▴') : ''}</span>
    </button>
  </th>
);

type RowProps = {
  client: ClientOverview;
  index: number;
  /** The same as long as somebody is signed in. */
  columns: readonly ColumnView[];
  timezone: string;
  /** The day from which its times are counted. */
  today: string;
  onOpen: () => void;
};

/** Renders only when its client, place or times change, and not with each scroll. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate({ client, index, timezone, today }: RowProps): boolean {
    const shown = this.props;
    return (
      client !== shown.client || index !== shown.index || timezone !== shown.timezone || today !== shown.today
    );
  }

  override render(props: RowProps) {
    return rowOf(props);
  }
}

function rowOf({ client, index, columns, timezone, onOpen }: RowProps) {
  const { id, name, domain } = client;
  return (
    <tr data-row aria-rowindex={index + 2}>
      <th scope="row" class="name">
        <Link href={`/clients/${id}`} data-client={index} dir="auto" onClick={onOpen}>
          {name}
        </Link>
        <span class="muted" dir="auto">
          {domain}
        </span>
      </th>
      {columns.map(({ by, classes, cell }) => (
        <td key={by} class={classes}>
          {cell(client, timezone)}
        </td>
      ))}
    </tr>
  );
}

/** Without contacts there is nothing to compute. */
const NotComputed = ({ client: { weeklyContacts } }: { client: ClientOverview }) => (
  <span class="muted">
    {weeklyContacts?.every((count) => count === 0) ? 'No activities' : 'Not computed yet'}
  </span>
);

/** The message to answer first, and for how long an answer has been owed. */
function Owed({ client: { id, insight }, timezone }: { client: ClientOverview; timezone: string }) {
  if (!insight?.owedSince) return null;
  const { owed } = insight;
  const since = owed?.since ?? insight.owedSince;
  const days = (
    <time datetime={since} title={`since ${formatDate(since, timezone)}`}>
      {daysOwed(since, timezone)}
    </time>
  );
  if (!owed) return days;
  const [person] = owed.people;
  return (
    <Link href={`/clients/${id}/activities/${owed.activityId}`}>
      {days}
      <span class="muted" dir="auto">
        {[person, owed.subject].filter(Boolean).join(': ')}
      </span>
    </Link>
  );
}

function daysOwed(since: string, timezone: string): string {
  const days = daysSince(since, timezone);
  if (days <= 0) return 'since today';
  return `${formatNumber(days)} ${days === 1 ? 'day' : 'days'}`;
}

const ariaSort = (by: Column, sort: Sort) =>
  sort.by === by ? { 'aria-sort': sort.isDescending ? ('descending' as const) : ('ascending' as const) } : {};

/** Figures are most interesting from the top, texts and times from the start. */
const nextSort = (by: Column, sort: Sort): Sort => ({
  by,
  isDescending: sort.by === by ? !sort.isDescending : ['contacts', 'wins', 'frictions'].includes(by),
});

/** Moves the focus to the next row, or to the first. */
function move(event: KeyboardEvent, step: number): void {
  event.preventDefault();
  const current = Number(document.activeElement?.getAttribute('data-client') ?? Number.NaN);
  const next = Number.isNaN(current)
    ? document.querySelector<HTMLElement>('[data-client]')
    : document.querySelector<HTMLElement>(`[data-client="${current + step}"]`);
  next?.focus();
}

/** Scrolls to a row that may not be rendered yet, unless it is in sight from the top. */
function scrollToRow(body: HTMLElement, index: number): void {
  const rowHeight = body.querySelector<HTMLElement>('tr[data-row]')?.offsetHeight ?? 0;
  const top = body.getBoundingClientRect().top + scrollY + index * rowHeight;
  if (top > innerHeight) scrollTo(0, top - innerHeight / 2);
}
