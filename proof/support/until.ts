import { setTimeout } from 'node:timers/promises';

/** Waits until a condition holds; gives whether it did within the time. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  seconds: number,
  pauseMs = 20,
): Promise<boolean> {
  const endsAt = performance.now() + seconds * 1_000;
  while (!(await holds())) {
    if (performance.now() > endsAt) return false;
    await setTimeout(pauseMs);
  }
  return true;
}

/** The timeout of conditions whose time is not part of a promise, long enough for any machine. */
export const patienceSeconds = 120;
