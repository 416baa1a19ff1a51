import type { ComponentChildren } from 'preact';
import { useTitle } from './title.ts';

/** Names the page and its window. */
export function PageHeading({ title, children }: { title: string; children?: ComponentChildren }) {
  useTitle(title);
  return (
    <div class="heading">
      <h1>{title}</h1>
      {children && <div class="actions">{children}</div>}
    </div>
  );
}

/** Reads a query anew. */
export const Refresh = ({ of }: { of: { isFetching: boolean; refetch(): unknown } }) => (
  <button type="button" onClick={() => of.refetch()} disabled={of.isFetching}>
    {of.isFetching ? 'Refreshing…' : 'Refresh'}
  </button>
);
