import { isDeepStrictEqual } from 'node:util';
import type { Json } from './openapi-components.ts';

interface Schema extends Json {
  $ref?: string;
  type?: string;
  description?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** `activities.create` → `ActivityCreate`. */
function typeName(operation: string): string {
  const [module = '', verb = ''] = operation.split('.');
  return `${capitalized(module.replace(/ies$/, 'y').replace(/s$/, ''))}${capitalized(verb)}`;
}

const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
const nameOf = (schema: Schema | undefined) => schema?.$ref?.split('/').at(-1);

/** Moves inline schemas of operations to the components, and replaces them by references. */
export function nameSchemas(components: Json) {
  function put(name: string, schema: Schema): Schema {
    if (components[name] !== undefined && !isDeepStrictEqual(components[name], schema))
      throw new Error(`Two schemas have the name ${name}.`);
    components[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }

  return {
    /**
     * Names the body of an operation, such as `ClientCreate`. Its description names the fields that must not be sent:
     * generated clients offer a property that accepts no value as one that accepts any.
     */
    ofBody(operation: string, { properties = {}, ...schema }: Schema): Schema {
      const fields = Object.entries(properties);
      const forbidden = fields.filter(([, { not }]) => not !== undefined);
      const sentences = forbidden.map(
        ([name, { description = '' }]) => ` \`${name}\` ${description.replace(/^M/, 'm')}`,
      );
      return put(typeName(operation), {
        ...schema,
        description: `The body of \`${operation}\`.${sentences.join('')}`,
        ...(fields.length > 0 && {
          properties: Object.fromEntries(fields.filter((field) => !forbidden.includes(field))),
        }),
      });
    },

    /** Names the response of an operation: `ClientAnswer`, `ClientPage`, or by the operation if it has no resource. */
    ofAnswer(operation: string, schema: Schema): Schema {
      const data = schema.properties?.data;
      const item = nameOf(data?.items);
      if (item !== undefined)
        return put(`${item}Page`, { ...schema, description: `A page of a list, each item a \`${item}\`.` });
      const resource = nameOf(data);
      if (resource !== undefined)
        return put(`${resource}Answer`, {
          ...schema,
          description: `The answer that carries one \`${resource}\`.`,
        });
      return put(`${typeName(operation)}Answer`, {
        ...schema,
        description: `The answer of \`${operation}\`.`,
      });
    },
  };
}
