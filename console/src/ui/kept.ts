import { useState } from 'preact/hooks';

const kept = new Map<string, unknown>();

/** Like `useState`, but the value outlives the component: it is there again when the reader comes back. */
export function useKept<T>(key: string, initial: T): [T, (value: T) => void] {
  // Each key belongs to one call, so the value has its type.
  const [value, setValue] = useState(kept.has(key) ? (kept.get(key) as T) : initial);
  return [
    value,
    (next) => {
      kept.set(key, next);
      setValue(next);
    },
  ];
}
