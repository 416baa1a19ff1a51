import type { ComponentChildren } from 'preact';
import { Failure, Loading } from './states.tsx';

type Read<T> = { data: T | undefined; error: unknown; refetch(): unknown };

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
  if (of.data !== undefined) return <>{children(of.data)}</>;
  if (of.error) return <Failure error={of.error} retry={() => of.refetch()} />;
  return <Loading what={what} />;
}
