import { type Query, useQueryClient } from '@tanstack/preact-query';
import { useEffect, useReducer } from 'preact/hooks';

const oldAfterMs = 5 * 60_000;

/** Says how old the page is once it is older than five minutes, and reads what is on screen anew. */
export function Freshness() {
  const cache = useQueryClient();
  const [, tick] = useReducer((ticks: number, _: unknown) => ticks + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, 30_000, undefined);
    return () => clearInterval(timer);
  }, []);
  const onScreen = {
    type: 'active',
    predicate: ({ queryKey: [name] }: Query) => name !== 'session',
  } as const;
  const times = cache
    .getQueryCache()
    .findAll(onScreen)
    .flatMap(({ state }) => state.dataUpdatedAt || []);
  const ageMs = Date.now() - Math.min(...times);
  if (ageMs < oldAfterMs) return null;
  return (
    <p class="age muted">
      Read {Math.floor(ageMs / 60_000)} minutes ago ·{' '}
      <button type="button" class="quiet" onClick={() => void cache.refetchQueries(onScreen).then(tick)}>
        Refresh the page
      </button>
    </p>
  );
}
