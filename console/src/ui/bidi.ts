/**
 * Removes the characters by which a name could reorder what is around it, where only text can be shown: titles, options
 * and sentences. Elsewhere `<bdi>` and `dir="auto"` isolate names.
 */
export const withoutBidiControls = (text: string): string =>
  text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
