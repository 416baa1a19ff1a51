import { useState } from 'preact/hooks';
import { type ClientOverview, useMay } from '../api.ts';
import { useBoard } from '../calls/clients.ts';
import { formatNumber } from '../format.ts';
import { Choices } from '../ui/choices.tsx';
import { PageHeading, Refresh } from '../ui/heading.tsx';
import { useKept } from '../ui/kept.ts';
import { LeftOut } from '../ui/left-out.tsx';
import { ownerParameter, useAddressQuery } from '../ui/location.ts';
import { OwnerSwitch, useOwnerId } from '../ui/owner.tsx';
import { Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';
import { verdicts } from '../ui/verdict.tsx';
import { BoardTable } from './board-table.tsx';
import { CreateClient } from './create-client.tsx';
import { arrange, byName, byVerdict, type Filter, type Sort, verdictOf } from './rows.ts';

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
  const [query, setQuery] = useAddressQuery('board.query');
  const filter = { ...filterOf(query), ownerId: useOwnerId() };
  const setFilter = ({ text, verdict }: Filter) => {
    const owner = query.get(ownerParameter) ?? '';
    const entries = Object.entries({ q: text, verdict: verdict ?? '', [ownerParameter]: owner });
    setQuery(new URLSearchParams(entries.filter(([, value]) => value !== '')));
  };
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

const filterOf = (query: URLSearchParams) => ({
  text: query.get('q') ?? '',
  verdict: [...verdicts, 'none' as const].find((verdict) => verdict === query.get('verdict')),
});

function Filters({
  clients,
  filter,
  onChange,
}: {
  clients: ClientOverview[];
  filter: Filter;
  onChange: (filter: Filter) => void;
}) {
  const mayReadVerdicts = useMay('dashboards:read');
  const { ownerId } = filter;
  const ofOwner = arrange(clients, { text: '', verdict: undefined, ownerId }, byName);
  const ofVerdict = Map.groupBy(ofOwner, verdictOf);
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
        type="search"
        aria-label="Filter the clients"
        placeholder="Name or domain"
        value={filter.text}
        onInput={({ currentTarget }) => onChange({ ...filter, text: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[data-client]')?.focus();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <OwnerSwitch />
      {mayReadVerdicts && (
        <Choices
          label="Verdict"
          options={[
            choice('All', ofOwner.length, undefined),
            ...verdicts.map((verdict) => choice(verdict, ofVerdict.get(verdict)?.length ?? 0, verdict)),
            choice('No verdict', ofVerdict.get('none')?.length ?? 0, 'none'),
          ]}
          chosen={filter.verdict}
          onChoose={(verdict) => onChange({ ...filter, verdict })}
        />
      )}
    </search>
  );
}
