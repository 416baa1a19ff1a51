import { useEffect } from 'preact/hooks';
import type { BaseLocationHook } from 'wouter-preact';
import { useHashLocation } from 'wouter-preact/use-hash-location';
import { useKept } from './kept.ts';

/** Nothing of the address behind the `#` is sent, the query included. */
export function navigate(
  to: string,
  { replace = false, state = null }: { replace?: boolean; state?: unknown } = {},
): void {
  history[replace ? 'replaceState' : 'pushState'](state, '', `#${to}`);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Says whose clients a page shows. It is remembered for all pages, and not with the query of one. */
export const ownerParameter = 'owner';

/** The path behind the `#` of the address, without the query. */
export const useHashPath: BaseLocationHook & { hrefs: (path: string) => string } = () => {
  const [location] = useHashLocation();
  return [location.split('?')[0] ?? '/', navigate];
};
useHashPath.hrefs = (path) => `#${path}`;

/**
 * The query behind the `#` of the address, which is there again after a reload and on the way back.
 * @param key keeps the query for links to the page without one, until sign-out
 */
export function useAddressQuery(key: string): [URLSearchParams, (query: URLSearchParams) => void] {
  const [location] = useHashLocation();
  const [path = '/', written] = location.split('?');
  const [kept, setKept] = useKept(key, '');
  const keep = (query: string) => {
    const parameters = new URLSearchParams(query);
    parameters.delete(ownerParameter);
    setKept(String(parameters));
  };
  const show = (query: string) =>
    navigate(query === '' ? path : `${path}?${query}`, { replace: true, state: history.state });
  useEffect(() => {
    if (written === undefined && kept !== '') show(kept);
    else keep(written ?? '');
  }, []);
  return [
    new URLSearchParams(written ?? kept),
    (query) => {
      keep(String(query));
      show(String(query));
    },
  ];
}

/** Takes the query out of the address, for the next one who signs in. */
export function forgetAddressQuery(): void {
  const [path = '', query] = location.hash.slice(1).split('?');
  if (query !== undefined) history.replaceState(history.state, '', `#${path}`);
}
