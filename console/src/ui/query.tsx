import type { UseInfiniteQueryResult } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { Failure, Loading } from './states.tsx';

type Read<T> = {
  data: T | undefined;
  error: unknown;
  refetch(): unknown;
  /** The failure of a further page is shown where it was asked for. */
  isFetchNextPageError?: boolean;
};

/** Shows what was read, or that it is being read, or why it could not be. */
export function Show<T>({
  of,
  what,
  children,
}: {
  of: Read<T>;
  what: string;
  children: (data: T) => ComponentChildren;
}) {
  const failure =
    of.error && !of.isFetchNextPageError ? <Failure error={of.error} retry={() => of.refetch()} /> : null;
  if (of.data === undefined) return failure ?? <Loading what={what} />;
  // What was read before stays when reading it anew has failed.
  return (
    <>
      {failure}
      {children(of.data)}
    </>
  );
}

/** Ends a list of pages: the button for the next one, and why it could not be read. */
export const Older = ({ of }: { of: UseInfiniteQueryResult<unknown> }) => (
  <>
    {of.isFetchNextPageError && <Failure error={of.error} />}
    {of.hasNextPage && (
      <button type="button" disabled={of.isFetchingNextPage} onClick={() => of.fetchNextPage()}>
        {of.isFetchingNextPage ? 'Loading…' : 'Show older'}
      </button>
    )}
  </>
);
