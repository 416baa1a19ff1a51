import { isDeepStrictEqual } from 'node:util';
import { apiDiff } from 'api-smart-diff';

type Json = Record<string, unknown>;
type Resolved = Json & { paths: Json };

/**
 * What in a document breaks callers of an earlier one, each as `action path`. The differ compares the documents with their
 * references resolved, since it cannot tell what is sent from what is answered among the components.
 */
export function breakingChanges(before: Json, after: Json): string[] {
  const differences = apiDiff(...withoutEqualPaths(resolved(before), resolved(after)));
  const breaking = differences
    .filter(({ type, action, path, before }) => {
      const pointer = path.join('/');
      // A field that could not be sent is no loss.
      if (action === 'remove' && acceptsNothing(before)) return false;
      // Documented as an open list.
      if (/\/properties\/code\/enum\/\d+$/.test(pointer)) return action !== 'add';
      // What the differ takes for harmless: another type, an optional field that is gone, another name in clients.
      const isHarm =
        (action === 'replace' && /\/(type|operationId)$/.test(pointer)) ||
        (action === 'remove' && /\/(requestBody|responses)\/.*\/properties\/[^/]+$/.test(pointer));
      return type === 'breaking' || isHarm;
    })
    .map(({ action, path }) => `${action} ${path.join('/')}`);
  // Generated clients export them by name.
  const lost = Object.keys(schemasOf(before)).filter((name) => !(name in schemasOf(after)));
  return [...breaking, ...lost.map((name) => `remove components/schemas/${name}`)];
}

/** The documents without the paths that are equal in both, since the differ takes as long for them as for the others. */
function withoutEqualPaths(before: Resolved, after: Resolved): [Resolved, Resolved] {
  const isEqual = (path: string) => isDeepStrictEqual(before.paths[path], after.paths[path]);
  const rest = (document: Resolved): Resolved => ({
    ...document,
    paths: Object.fromEntries(Object.entries(document.paths).filter(([path]) => !isEqual(path))),
  });
  return [rest(before), rest(after)];
}

const acceptsNothing = (schema: unknown) =>
  isDeepStrictEqual((schema as { not?: unknown } | undefined)?.not, {});

const schemasOf = ({ components }: Json) => (components as { schemas: Json }).schemas;

/**
 * The document without components, which stand in the places that refer to them; no schema refers to itself. What may be
 * null is one schema of two types, as 1.0.0 did not have it yet.
 */
function resolved(document: Json): Resolved {
  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value && typeof value.$ref === 'string') return resolve(at(value.$ref));
    if ('anyOf' in value && Array.isArray(value.anyOf) && value.anyOf[1]?.type === 'null') {
      const { anyOf, ...rest } = value;
      return resolve({ ...anyOf[0], type: [anyOf[0].type, 'null'], ...rest });
    }
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]));
  }
  const at = (reference: string) =>
    reference
      .split('/')
      .slice(1)
      .reduce<unknown>((part, key) => (part as Json)[key], document);
  const { components: _resolved, ...rest } = document;
  return resolve(rest) as Resolved;
}
