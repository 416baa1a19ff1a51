/** The middle one of the values; of an even number of them the upper middle one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A quantile; `part` is 0.99 for the 99th percentile. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

export interface Comparison {
  /** The ratio of the medians. */
  readonly median: number;
  /** The lowest and the highest ratio of two values of one round. */
  readonly low: number;
  readonly high: number;
}

/** Compares values with others of the same rounds. */
export function compare(values: readonly number[], others: readonly number[]): Comparison {
  const ratios = values.map((value, round) => value / (others[round] ?? Number.NaN));
  return {
    median: rounded(median(values) / median(others), 2),
    low: rounded(Math.min(...ratios), 2),
    high: rounded(Math.max(...ratios), 2),
  };
}

/** Rows as lines with their columns aligned, the first column to the left. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const aligned = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return rows.map((row) => `${row.map(aligned).join('  ').trimEnd()}\n`).join('');
}
