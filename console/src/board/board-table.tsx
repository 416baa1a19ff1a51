import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { type ClientOverview, type Permission, useShared } from '../api.ts';
import { formatAgo, formatDate, formatNumber } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { useKept } from '../ui/kept.ts';
import { useArrows } from '../ui/keyboard.tsx';
import { Step } from '../ui/step.tsx';
import { VerdictBadge } from '../ui/verdict.tsx';
import type { Column, Sort } from './rows.ts';
import { Sparkline } from './sparkline.tsx';

type ColumnView = {
  by: Column;
  label: string;
  classes: string;
  needs: Permission;
  cell: (client: ClientOverview) => ComponentChildren;
};

const figure = (by: 'wins' | 'frictions', label: string): ColumnView => ({
  by,
  label,
  classes: `${by} number wide`,
  needs: 'dashboards:read',
  cell: ({ insight }) => insight && formatNumber(insight[by]),
});

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
  figure('wins', 'Wins, 60 days'),
  figure('frictions', 'Frictions, 60 days'),
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
  const body = useRef<HTMLTableSectionElement>(null);
  const [count, setCount] = useKept('board.count', step);
  const [opened, setOpened] = useKept<string | undefined>('board.opened', undefined);
  useArrows('.board tbody tr');
  // Back from a client: its row gets the focus.
  useEffect(() => {
    body.current?.rows[rows.findIndex(({ id }) => id === opened)]?.querySelector('a')?.focus();
  }, []);
  const row = (client: ClientOverview) => (
    <tr key={client.id}>
      <th scope="row" class="name">
        <Link href={`/clients/${client.id}`} dir="auto" onClick={() => setOpened(client.id)}>
          {client.name}
        </Link>
        <span class="muted" dir="auto">
          {[client.domain, client.owner?.name].filter(Boolean).join(' · ')}
        </span>
      </th>
      {shownColumns.map(({ by, classes, cell }) => (
        <td key={by} class={classes}>
          {cell(client)}
        </td>
      ))}
    </tr>
  );

  return (
    <>
      <table class="board">
        <caption class="hidden">Clients, with verdicts and contacts</caption>
        <thead>
          <tr>
            {[nameColumn, ...shownColumns].map((column) => (
              <Header key={column.by} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>{rows.slice(0, count).map(row)}</tbody>
      </table>
      {rows.length > count && <Button onClick={() => setCount(count + step)}>Show more</Button>}
    </>
  );
}

/** More rows than anybody reads; each takes time to render. */
const step = 50;

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
    <Button onClick={() => onSort(nextSort(by, sort))}>
      {label} <span aria-hidden="true">{sort.by === by ? (sort.isDescending ? '▾' : '▴') : ''}</span>
    </Button>
  </th>
);

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
