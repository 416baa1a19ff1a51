import { useState } from 'preact/hooks';
import { type ClientOverview, useMay } from '../api.ts';
import { useBoard } from '../calls/clients.ts';
import { formatNumber } from '../format.ts';
import { Primary } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { PageHeading, Refresh } from '../ui/heading.tsx';
import { useKept } from '../ui/kept.ts';
import { LeftOut } from '../ui/left-out.tsx';
import { useAddressQuery } from '../ui/location.ts';
import { OwnerSwitch, useOwnerId } from '../ui/owner.tsx';
import { Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';
import { verdicts } from '../ui/verdict.tsx';
import { BoardTable } from './board-table.tsx';
import { CreateClient } from './create-client.tsx';
import { arrange, byName, byVerdict, type Sort, verdictOf } from './rows.ts';

/** All clients, those at risk first. */
export function BoardPage() {
  const board = useBoard({ isPolled: true });
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <PageHeading title="Clients">
        <Refresh of={board} />
        {useMay('clients:write') && <Primary onClick={() => setCreating(true)}>New client</Primary>}
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
  const mayReadVerdicts = useMay('dashboards:read');
  const [sort, setSort] = useKept<Sort>('board.sort', mayReadVerdicts ? byVerdict : byName);
  const ownerId = useOwnerId();
  const ofOwner = clients.filter(({ owner }) => ownerId === undefined || owner?.id === ownerId);
  const ofVerdict = Map.groupBy(ofOwner, verdictOf);
  const [text, verdict] = [query.get('q') ?? '', query.get('verdict') ?? ''];
  const rows = arrange(verdict === '' ? ofOwner : (ofVerdict.get(verdict) ?? []), text, sort);
  function filter(name: string, value: string): void {
    const next = new URLSearchParams(query);
    next.set(name, value);
    if (value === '') next.delete(name);
    setQuery(next);
  }
  const choice = (label: string, value: string, count = ofVerdict.get(value)?.length ?? 0) =>
    [
      value,
      <>
        {label} <span class="count">{formatNumber(count)}</span>
      </>,
    ] as const;
  return (
    <>
      <search class="filters">
        <input
          type="search"
          aria-label="Filter the clients"
          placeholder="Name or domain"
          value={text}
          onInput={({ currentTarget }) => filter('q', currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('.board tbody a')?.focus();
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        <OwnerSwitch />
        {mayReadVerdicts && (
          <Choices
            label="Verdict"
            options={[
              choice('All', '', ofOwner.length),
              ...verdicts.map((each) => choice(each, each)),
              choice('No verdict', 'none'),
            ]}
            chosen={verdict}
            onChoose={(chosen) => filter('verdict', chosen)}
          />
        )}
      </search>
      <LeftOut needs={{ 'dashboards:read': 'verdicts', 'activities:read': 'weekly contacts' }} />
      <p class="hidden" role="status">
        {formatNumber(rows.length)} of {formatNumber(clients.length)} clients
      </p>
      {clients.length === 0 ? (
        <Empty>There are no clients yet. Create one, then import or connect mail.</Empty>
      ) : rows.length === 0 ? (
        <Empty>
          {ofOwner.length > 0
            ? 'No client matches.'
            : 'You look after no clients yet. Open one, and choose yourself as its owner.'}
        </Empty>
      ) : (
        <BoardTable rows={rows} sort={sort} onSort={setSort} />
      )}
    </>
  );
}
