import { useState } from 'preact/hooks';

const kept = new Map<string, unknown>();

/** Forgets all values, for the next one who signs in. */
export const forgetKept = (): void => kept.clear();

/** Like `useState`, but the value outlives the component: it is there again when the reader comes back, until sign-out. */
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
