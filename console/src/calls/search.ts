import { useEffect, useState } from 'preact/hooks';
import { useRead } from './hooks.ts';

const pauseMs = 250;
const minLength = 2;

/** Searches for a text once the reader pauses. Answers to earlier texts are dropped. */
export function useSearch(text: string) {
  const [query, setQuery] = useState('');
  const wanted = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setQuery(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isWanted = query === wanted && query.length >= minLength;
  return useRead(['search', isWanted ? query : ''], ({ search }) => search.find.query({ query }), isWanted);
}
