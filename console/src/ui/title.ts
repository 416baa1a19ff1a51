import { useEffect } from 'preact/hooks';
import { useShared } from '../api.ts';
import { withoutBidiControls } from './bidi.ts';

/** Names the window after the page and the organization. */
export function useTitle(page: string): void {
  const { organization } = useShared().session;
  useEffect(() => {
    document.title = withoutBidiControls(`${page} · ${organization.name}`);
  }, [page, organization.name]);
}
