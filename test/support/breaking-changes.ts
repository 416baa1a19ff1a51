type Json = Record<string, unknown>;

/** Keys that break no caller, unless they are the names of fields. */
const words = ['summary', 'description', 'example', 'examples', 'tags'];

/** True for what callers send: they may not have to send more. */
const isInput = (place: string) => /\/parameters\/|\/\w+(Create|Update)\//.test(`${place}/`);

/**
 * Lists the places where a document lacks what an earlier one had, or asks callers for more. Generated clients export the
 * components by name, so their names count too.
 */
export function breakingChanges(before: Json, after: Json): string[] {
  return ['paths', 'components'].flatMap((part) => changes(`/${part}`, before[part], after[part]));
}

function changes(place: string, before: unknown, after: unknown): string[] {
  const [old, now] = [partsOf(before), partsOf(after)];
  if (!old || !now) return before === after ? [] : [place];
  const counts = (name: string) => place.endsWith('/properties') || !words.includes(name);
  const kept = [...old].filter(([name]) => counts(name));
  const added = [...now].filter(([name]) => counts(name) && !old.has(name));
  const isHarmless = Array.isArray(before) ? mayHoldMore : mayHaveMore;
  return [
    ...kept.flatMap(([name, part]) => changes(`${place}/${name}`, part, now.get(name))),
    ...added.flatMap(([name, part]) => (isHarmless(place, part) ? [] : [`${place}/${name}`])),
  ];
}

/** True for an object that may get this part: fields, and what is said of answers. */
const mayHaveMore = (place: string) => place.endsWith('/properties') || !isInput(place);

/** True for a list that may get this part: parameters, the fields of answers, and reasons, which are an open list. */
const mayHoldMore = (place: string, part: unknown) =>
  place.endsWith('/parameters')
    ? !(part as Json).required
    : place.endsWith('/reason/enum') || (place.endsWith('/required') && !isInput(place));

/** The parts of an object or a list by their names; undefined for anything else. */
function partsOf(value: unknown): Map<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  return new Map(value.map((part) => [part.name ?? part.$ref ?? JSON.stringify(part), part]));
}
