/** Integrations that many organizations have; one of these names is never a slip of another. */
const wellKnown = ['calendar', 'gmail', 'import', 'manual', 'outlook', 'slack', 'zoom'];

/**
 * The known name that this one is most likely a slip of: a letter or two added, left out, replaced or swapped with the next
 * one. Short names and those that differ in digits or by a suffix such as `-sales` are taken as meant.
 */
export function likelyMeant(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name) || wellKnown.includes(name)) return undefined;
  return known
    .filter((other) => withoutDigits(other) !== withoutDigits(name) && !isExtended(name, other))
    .map((other) => ({ other, distance: distanceOf(name, other) }))
    .filter(({ other, distance }) => distance <= slipsIn(Math.min(name.length, other.length)))
    .sort((a, b) => a.distance - b.distance)[0]?.other;
}

const withoutDigits = (name: string) => name.replaceAll(/\d/g, '');

/** True if one name is the other with a suffix after a hyphen or an underscore. */
const isExtended = (name: string, other: string) =>
  [`${name}-`, `${name}_`].some((start) => other.startsWith(start)) ||
  [`${other}-`, `${other}_`].some((start) => name.startsWith(start));

/** The slips that are likely in a name of this length. */
const slipsIn = (length: number) => (length < 4 ? 0 : length < 7 ? 1 : 2);

/** The optimal string alignment distance: Levenshtein's, in which swapping two neighbors is one change. */
function distanceOf(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]);
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : replaced;
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}
