import { isDeepStrictEqual } from 'node:util';
import { apiDiff } from 'api-smart-diff';

type Json = Record<string, unknown>;
type Resolved = Json & { paths: Json };

/**
 * Lists the changes in a document that break callers of an earlier one, each as `action path`. References are resolved
 * first, because the differ cannot tell request schemas from response schemas among the components.
 */
export function breakingChanges(before: Json, after: Json): string[] {
  const differences = apiDiff(...withoutEqualPaths(resolved(before), resolved(after)));
  const breaking = differences
    .filter(({ type, action, path, before }) => {
      const pointer = path.join('/');
      // A field that could not be sent is no loss.
      if (action === 'remove' && acceptsNothing(before)) return false;
      // Documented as an open list.
      if (/\/properties\/reason\/enum\/\d+$/.test(pointer)) return action !== 'add';
      // Breaking, although the differ disagrees: a new type, constant or operation id, a removed response field.
      const isHarm =
        (action === 'replace' && /\/(type|const|operationId)$/.test(pointer)) ||
        (action === 'remove' && /\/(requestBody|responses)\/.*\/properties\/[^/]+$/.test(pointer));
      return type === 'breaking' || isHarm;
    })
    .map(({ action, path }) => `${action} ${path.join('/')}`);
  // Generated clients export them by name.
  const lost = Object.keys(schemasOf(before)).filter((name) => !(name in schemasOf(after)));
  return [...breaking, ...lost.map((name) => `remove components/schemas/${name}`)];
}

/** Removes the paths that are equal in both documents: the differ spends as long on them as on the others. */
function withoutEqualPaths(before: Resolved, after: Resolved): [Resolved, Resolved] {
  const isEqual = (path: string) => isDeepStrictEqual(before.paths[path], after.paths[path]);
  const rest = (document: Resolved): Resolved => ({
    ...document,
    paths: Object.fromEntries(Object.entries(document.paths).filter(([path]) => !isEqual(path))),
  });
  return [rest(before), rest(after)];
}

/** Descriptive keys, which break no caller. A field may have the same name. */
const words = ['summary', 'description', 'example', 'examples'];

const acceptsNothing = (schema: unknown) =>
  isDeepStrictEqual((schema as { not?: unknown } | undefined)?.not, {});

const schemasOf = ({ components }: Json) => (components as { schemas: Json }).schemas;

/**
 * Inlines components where they are referenced; no schema refers to itself. Rewrites `anyOf` with null as one schema
 * with two types, so that both ways to write it are the same.
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
    return Object.fromEntries(
      Object.entries(value)
        .filter(
          ([key, part]) =>
            !words.includes(key) || (part !== null && typeof part === 'object' && 'type' in part),
        )
        .map(([key, part]) => [key, resolve(part)]),
    );
  }
  const at = (reference: string) =>
    reference
      .split('/')
      .slice(1)
      .reduce<unknown>((part, key) => (part as Json)[key], document);
  const { components: _resolved, ...rest } = document;
  return resolve(rest) as Resolved;
}
