/** The middle one of the values; of an even number of them the upper middle one. */
export const median = (values: readonly number[]) => quantile(values, 0.5);

/** A quantile; `part` is 0.99 for the 99th percentile. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
