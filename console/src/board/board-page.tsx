import { useRef, useState } from 'preact/hooks';
import { type ClientOverview, useMay } from '../api.ts';
import { useBoard } from '../calls/clients.ts';
import { formatNumber } from '../format.ts';
import { Choices } from '../ui/choices.tsx';
import { PageHeading, Refresh } from '../ui/heading.tsx';
import { useKept } from '../ui/kept.ts';
import { useKeys } from '../ui/keyboard.tsx';
import { LeftOut } from '../ui/left-out.tsx';
import { Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';
import { verdicts } from '../ui/verdict.tsx';
import { BoardTable } from './board-table.tsx';
import { CreateClient } from './create-client.tsx';
import { arrange, byName, byVerdict, countVerdicts, type Filter, type Sort } from './rows.ts';

/** All clients, those at risk first. */
export function BoardPage() {
  const board = useBoard({ isPolled: true });
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <PageHeading title="Clients">
        <Refresh of={board} />
        {useMay('clients:write') && (
          <button type="button" class="primary" onClick={() => setCreating(true)}>
            New client
          </button>
        )}
      </PageHeading>
      <Show of={board} what="the clients">
        {(clients) => <Board clients={clients} />}
      </Show>
      {isCreating && <CreateClient onClose={() => setCreating(false)} />}
    </>
  );
}

function Board({ clients }: { clients: ClientOverview[] }) {
  const [filter, setFilter] = useKept<Filter>('board.filter', { text: '', verdict: undefined });
  const [sort, setSort] = useKept<Sort>('board.sort', useMay('dashboards:read') ? byVerdict : byName);
  const rows = arrange(clients, filter, sort);
  return (
    <>
      <Filters clients={clients} filter={filter} onChange={setFilter} />
      <LeftOut needs={{ 'dashboards:read': 'verdicts', 'activities:read': 'weekly contacts' }} />
      <p class="hidden" role="status">
        {formatNumber(rows.length)} of {formatNumber(clients.length)} clients
      </p>
      {clients.length === 0 ? (
        <Empty>There are no clients yet. Create one, or import mail by the command line.</Empty>
      ) : rows.length === 0 ? (
        <Empty>No client matches.</Empty>
      ) : (
        <BoardTable rows={rows} sort={sort} onSort={setSort} />
      )}
    </>
  );
}

function Filters({
  clients,
  filter,
  onChange,
}: {
  clients: ClientOverview[];
  filter: Filter;
  onChange: (filter: Filter) => void;
}) {
  const search = useRef<HTMLInputElement>(null);
  const mayReadVerdicts = useMay('dashboards:read');
  const counts = countVerdicts(clients);
  useKeys({
    '/': (event) => {
      event.preventDefault();
      search.current?.focus();
    },
  });
  const choice = (label: string, count: number, verdict: Filter['verdict']) =>
    [
      verdict,
      <>
        {label} <span class="count">{formatNumber(count)}</span>
      </>,
    ] as const;
  return (
    <search class="filters">
      <input
        ref={search}
        type="search"
        aria-label="Search the clients"
        placeholder="Name or domain"
        value={filter.text}
        onInput={({ currentTarget }) => onChange({ ...filter, text: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[data-client]')?.focus();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {mayReadVerdicts && (
        <Choices
          label="Verdict"
          options={[
            choice('All', clients.length, undefined),
            ...verdicts.map((verdict) => choice(verdict, counts.get(verdict) ?? 0, verdict)),
            choice('No verdict', counts.get('none') ?? 0, 'none'),
          ]}
          chosen={filter.verdict}
          onChoose={(verdict) => onChange({ ...filter, verdict })}
        />
      )}
    </search>
  );
}
