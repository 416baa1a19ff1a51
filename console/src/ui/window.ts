import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** Lists up to this length are shown whole. */
const maxWhole = 200;
const overscan = 12;

/** The rows to render, and the heights of the space before and after them, in pixels. */
export type RowWindow = { start: number; end: number; before: number; after: number };

/**
 * Finds the rows of a long table that can be seen, so that only these are rendered. All rows have the same height, which is
 * measured.
 */
export function useRowWindow(body: RefObject<HTMLElement>, count: number): RowWindow {
  const [range, setRange] = useState({ start: 0, end: overscan * 4, rowHeight: 57 });
  const [isWhole, setWhole] = useState(false);

  function update(): void {
    const { current } = body;
    if (!current || count <= maxWhole) return;
    const row = current.querySelector<HTMLElement>('tr[data-row]');
    const rowHeight = row?.offsetHeight || 57;
    const first = Math.floor(-current.getBoundingClientRect().top / rowHeight);
    // In steps, so that not every pixel renders anew.
    const start = Math.max(0, Math.floor((first - overscan) / 4) * 4);
    const end = start + Math.ceil(innerHeight / rowHeight) + 2 * overscan + 4;
    setRange((old) =>
      old.start === start && old.end === end && old.rowHeight === rowHeight ? old : { start, end, rowHeight },
    );
  }

  useLayoutEffect(update, [count]);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    addEventListener('scroll', update, { passive: true, signal });
    addEventListener('resize', update, { signal });
    addEventListener('beforeprint', () => setWhole(true), { signal });
    addEventListener('afterprint', () => setWhole(false), { signal });
    return () => ending.abort();
  });

  if (isWhole || count <= maxWhole) return { start: 0, end: count, before: 0, after: 0 };
  const start = Math.min(range.start, count);
  const end = Math.min(range.end, count);
  return { start, end, before: start * range.rowHeight, after: (count - end) * range.rowHeight };
}
