import { useEffect, useState } from 'preact/hooks';

/** False while the browser has no network. */
export function useIsOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const listening = new AbortController();
    const update = () => setOnline(navigator.onLine);
    for (const event of ['online', 'offline']) addEventListener(event, update, { signal: listening.signal });
    return () => listening.abort();
  }, []);
  return isOnline;
}
