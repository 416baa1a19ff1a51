import { useRef, useState } from 'preact/hooks';
import type { ClientOverview } from '../api.ts';
import { useMay } from '../api.ts';
import { useBoard } from '../calls/clients.ts';
import { formatNumber } from '../format.ts';
import { useKept } from '../ui/kept.ts';
import { useKeys } from '../ui/keyboard.tsx';
import { LeftOut } from '../ui/left-out.tsx';
import { Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';
import { useTitle } from '../ui/title.ts';
import { verdicts } from '../ui/verdict.tsx';
import { BoardTable } from './board-table.tsx';
import { CreateClient } from './create-client.tsx';
import { arrange, byName, byVerdict, countVerdicts, type Filter, type Sort } from './rows.ts';

/** All clients, those at risk first. */
export function BoardPage() {
  const board = useBoard({ isPolled: true });
  useTitle('Clients');
  return (
    <Show of={board} what="the clients">
      {(clients) => (
        <Board clients={clients} isReading={board.isFetching} onRefresh={() => board.refetch()} />
      )}
    </Show>
  );
}

function Board({
  clients,
  isReading,
  onRefresh,
}: {
  clients: ClientOverview[];
  isReading: boolean;
  onRefresh: () => void;
}) {
  const [filter, setFilter] = useKept<Filter>('board.filter', { text: '', verdict: undefined });
  const [sort, setSort] = useKept<Sort>('board.sort', useMay('dashboards:read') ? byVerdict : byName);
  const [isCreating, setCreating] = useState(false);
  const mayCreate = useMay('clients:write');
  const rows = arrange(clients, filter, sort);
  return (
    <>
      <div class="heading">
        <h1>Clients</h1>
        <div class="actions">
          <button type="button" onClick={onRefresh} disabled={isReading}>
            {isReading ? 'Refreshing…' : 'Refresh'}
          </button>
          {mayCreate && (
            <button type="button" class="primary" onClick={() => setCreating(true)}>
              New client
            </button>
          )}
        </div>
      </div>
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
      {isCreating && <CreateClient onClose={() => setCreating(false)} />}
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
  const choice = (label: string, count: number, verdict: Filter['verdict']) => (
    <button
      type="button"
      key={label}
      aria-pressed={filter.verdict === verdict}
      onClick={() => onChange({ ...filter, verdict })}
    >
      {label} <span class="count">{formatNumber(count)}</span>
    </button>
  );
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
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not a flex container in every browser
        <div class="filters" role="group" aria-label="Verdict">
          {choice('All', clients.length, undefined)}
          {verdicts.map((verdict) => choice(verdict, counts.get(verdict) ?? 0, verdict))}
          {choice('No verdict', counts.get('none') ?? 0, 'none')}
        </div>
      )}
    </search>
  );
}
