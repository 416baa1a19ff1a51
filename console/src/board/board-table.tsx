import { Component, type ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { type ClientOverview, type Permission, useShared } from '../api.ts';
import { dayOf, formatAgo, formatDate, formatNumber } from '../format.ts';
import { useKept } from '../ui/kept.ts';
import { useKeys } from '../ui/keyboard.tsx';
import { Step } from '../ui/step.tsx';
import { VerdictBadge } from '../ui/verdict.tsx';
import { useRowWindow } from '../ui/window.ts';
import type { Column, Sort } from './rows.ts';
import { Sparkline } from './sparkline.tsx';

type ColumnView = {
  by: Column;
  label: string;
  classes: string;
  needs: Permission;
  cell: (client: ClientOverview) => ComponentChildren;
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
    cell: ({ insight }) =>
      insight?.lastContactAt && (
        <time datetime={insight.lastContactAt} title={formatDate(insight.lastContactAt)}>
          {formatAgo(insight.lastContactAt)}
        </time>
      ),
  },
  {
    by: 'step',
    label: 'Next step',
    classes: 'step',
    needs: 'dashboards:read',
    cell: ({ id, insight }) => insight?.steps[0] && <Step clientId={id} step={insight.steps[0]} />,
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
  const { permissions } = useShared().session;
  const shownColumns = columns.filter(({ needs }) => permissions.includes(needs));
  const today = dayOf(new Date());
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
  /** The day from which its times are counted. */
  today: string;
  onOpen: () => void;
};

/** Renders only when its client, place or times change, and not with each scroll. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate({ client, index, today }: RowProps): boolean {
    const shown = this.props;
    return client !== shown.client || index !== shown.index || today !== shown.today;
  }

  override render(props: RowProps) {
    return rowOf(props);
  }
}

function rowOf({ client, index, columns, onOpen }: RowProps) {
  const { id, name, domain, owner } = client;
  return (
    <tr data-row aria-rowindex={index + 2}>
      <th scope="row" class="name">
        <Link href={`/clients/${id}`} data-client={index} dir="auto" onClick={onOpen}>
          {name}
        </Link>
        <span class="muted" dir="auto">
          {[domain, owner?.name].filter(Boolean).join(' · ')}
        </span>
      </th>
      {columns.map(({ by, classes, cell }) => (
        <td key={by} class={classes}>
          {cell(client)}
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
