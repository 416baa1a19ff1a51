import pLimit, { type LimitFunction } from 'p-limit';

/** Runs work once it is the turn of its key. Rejects with the work's error. */
export type Turns = <T>(key: unknown, work: () => Promise<T>) => Promise<T>;

/**
 * Bounds how much work runs at once. A key waits only behind its own work and, for one of the `places`, behind at most
 * `each` of every other key.
 */
export function takeTurns({
  each,
  places = Number.POSITIVE_INFINITY,
}: {
  each: number;
  places?: number;
}): Turns {
  const all = pLimit(places);
  const own = new Map<unknown, { limit: LimitFunction; pending: number }>();
  return async (key, work) => {
    const turn = own.get(key) ?? { limit: pLimit(each), pending: 0 };
    own.set(key, turn);
    turn.pending += 1;
    try {
      return await turn.limit(() => all(work));
    } finally {
      turn.pending -= 1;
      if (turn.pending === 0) own.delete(key);
    }
  };
}
