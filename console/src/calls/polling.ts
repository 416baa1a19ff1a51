/** The age at which something is read again. */
export const staleTime = 5 * 60_000;

/**
 * Returns the time until the next read of what is on screen, or false after an error.
 * @param readBefore how often it had been read when the page was opened
 * @param isPending true while something of it is being computed or read: then it is read again every 4 s, five times at most
 */
export function nextReadMs<T>(
  { data, dataUpdateCount, status }: { data: T | undefined; dataUpdateCount: number; status: string },
  readBefore: number,
  isPending: (data: T) => boolean,
): number | false {
  if (status !== 'success') return false;
  const isPolled = data !== undefined && dataUpdateCount - readBefore <= 5 && isPending(data);
  return isPolled ? 4_000 : staleTime;
}
