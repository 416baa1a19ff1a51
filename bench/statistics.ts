/** The middle one of the values; of an even number of them the upper middle one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
