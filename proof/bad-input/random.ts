/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Random {
  /** From 0 up to and without 1. */
  next(): number;
  /** A whole number from 0 up to and without `end`. */
  below(end: number): number;
  /** True this often. */
  chance(share: number): boolean;
  of<T>(values: readonly T[]): T;
  bytes(length: number): Buffer;
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    chance: (share) => next() < share,
    of<T>(values: readonly T[]): T {
      const value = values[below(values.length)];
      if (value === undefined && values.length === 0) throw new Error('There is nothing to choose from.');
      return value as T; // Within the bounds.
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
