import { neverAborted } from '../timeouts.ts';

/**
 * Reads rows page by page until a page is empty. A page is read when the one before it has been consumed.
 * @param read returns the rows after the last one of the previous page, or the first rows
 * @throws the reason of the signal, once it has aborted
 */
export async function* readPages<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
  signal: AbortSignal = neverAborted,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  do {
    signal.throwIfAborted();
    const page = await read(last);
    if (page.length > 0) yield page;
    last = page.at(-1);
  } while (last !== undefined);
}
