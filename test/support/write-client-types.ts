import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnyTRPCProcedure } from '@trpc/server';
import { z } from 'zod';
import { appRouter } from '../../src/api.ts';
import { errorKinds } from '../../src/core/errors.ts';
import type { OperationMeta } from '../../src/core/trpc.ts';

type Schema = z.core.JSONSchema.JSONSchema;

const target = fileURLToPath(new URL('../../client/src/api.ts', import.meta.url));

/** Generates the types of the client package, with the descriptions of operations and fields as JSDoc. */
export function clientTypes(): string {
  const named = new Map<string, string>();
  const router = Object.entries(appRouter._def.record).map(([module, procedures]) => {
    const types = Object.entries(procedures).map(([name, procedure]) =>
      procedureType(name, procedure, named),
    );
    return `${module}: {\n${types.join('\n')}\n};`;
  });
  const types = [...named].toSorted(([one], [other]) => one.localeCompare(other)).map(([, text]) => text);
  const codes = Object.entries(errorKinds).map(
    ([code, { status, cause, cure }]) => `/** ${status}: ${cause}. To do: ${cure}. */\n| '${code}'`,
  );
  return formatted(`${header}
${types.join('\n')}
/** Identifies the cause of an error. Safe to switch on. */
export type ErrorCode =\n${codes.join('\n')};
${errorTypes}
/** The operations of the API, as tRPC describes them. */
export type AppRouter = BuiltRouter<Root, {\n${router.join('\n')}\n}>;
`);
}

const header = `// Generated from the operations by npm run openapi. Do not edit.

import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc';
// The public name, TRPCBuiltRouter, is missing from earlier versions of tRPC 11.
import type { BuiltRouter } from '@trpc/server/unstable-core-do-not-import';
`;

const errorTypes = `
/** A failed call as tRPC transports it. */
export type ErrorShape = {
  code: TRPC_ERROR_CODE_NUMBER;
  message: string;
  data: {
    /** The error code of tRPC. */
    code: TRPC_ERROR_CODE_KEY;
    httpStatus: number;
    /** The operation, such as \`clients.get\`. */
    path: string | undefined;
    /** The error object of the API. */
    error: {
      code: ErrorCode;
      /** For people and logs; it may change. */
      message: string;
      /** Depends on the code. For \`invalid_argument\`, what to send instead, by field. */
      details?: Record<string, unknown>;
    };
  };
};

type Root = { ctx: object; meta: object; errorShape: ErrorShape; transformer: false };
type Types<Input, Output> = { input: Input; output: Output; meta: object; errorShape: ErrorShape };
type Query<Input, Output> = TRPCQueryProcedure<Types<Input, Output>>;
type Mutation<Input, Output> = TRPCMutationProcedure<Types<Input, Output>>;
`;

function procedureType(name: string, procedure: AnyTRPCProcedure, named: Map<string, string>): string {
  // tRPC keeps these parts of a definition out of its types.
  const { inputs, output, type, meta } = procedure._def as unknown as ProcedureDefinition;
  const kind = type === 'query' ? 'Query' : 'Mutation';
  const [input] = inputs;
  const given = input === undefined ? 'void' : typeOf(toJsonSchema(input, 'input', named));
  const optional = input?.safeParse(undefined).success ? ' | undefined' : '';
  const answer = typeOf(toJsonSchema(output, 'output', named));
  return `${jsDoc(meta.description)}${name}: ${kind}<${given}${optional}, ${answer}>;`;
}

interface ProcedureDefinition {
  inputs: z.ZodType[];
  output: z.ZodType;
  type: 'query' | 'mutation';
  meta: OperationMeta;
}

/** Converts to JSON Schema, and adds the named schemas in it to the types. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', named: Map<string, string>): Schema {
  const { $defs = {}, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  for (const [name, definition] of Object.entries($defs))
    named.set(name, `\n${jsDoc(definition.description)}export type ${name} = ${typeOf(definition)};`);
  return json;
}

/** Writes a JSON Schema as a TypeScript type. */
function typeOf(schema: Schema): string {
  const { $ref, oneOf, anyOf = oneOf, type, not } = schema;
  if ($ref !== undefined) return $ref.replace('#/$defs/', '');
  if (anyOf !== undefined) return anyOf.map((one) => typeOf(objectOf(one))).join(' | ');
  if (not !== undefined) return 'never';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ');
  if (type === 'integer') return 'number';
  if (type === 'array' && !Array.isArray(schema.items))
    return `(${typeOf(objectOf(schema.items ?? true))})[]`;
  if (type === 'object') return objectTypeOf(schema);
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type;
  throw new Error(`No TypeScript type for ${JSON.stringify(schema)}.`);
}

function objectTypeOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const isOpen = typeof additionalProperties === 'object';
  if (Object.keys(properties).length === 0 && !isOpen) return 'Record<string, never>';
  const fields = Object.entries(properties).map(([name, value]) => {
    const field = objectOf(value);
    const type = required.includes(name) ? `: ${typeOf(field)}` : `?: ${typeOf(field)} | undefined`;
    return `${jsDoc(field.description)}${name}${type};`;
  });
  const others = isOpen
    ? `\n[field: string]: ${isAny(additionalProperties) ? 'unknown' : typeOf(additionalProperties)};`
    : '';
  return `{\n${fields.join('\n')}${others}\n}`;
}

const isAny = (schema: Schema) => Object.keys(schema).length === 0;

/** `true` allows any value, as `{}` does. */
const objectOf = (schema: Schema | boolean): Schema => (typeof schema === 'object' ? schema : {});

const jsDoc = (text: string | undefined) =>
  text === undefined ? '' : `/** ${text.replaceAll('*/', '* /').replaceAll('\n', ' ')} */\n`;

const biome = fileURLToPath(new URL('../../node_modules/.bin/biome', import.meta.url));
const formatted = (code: string) =>
  execFileSync(biome, ['format', `--stdin-file-path=${target}`], { input: code, encoding: 'utf8' });

if (import.meta.url === `file://${process.argv[1]}`) writeFileSync(target, clientTypes());
