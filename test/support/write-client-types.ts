import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { AnyTRPCProcedure } from '@trpc/server';
import { z } from 'zod';
import { appRouter } from '../../src/api.ts';
import { errorKinds } from '../../src/core/errors.ts';
import type { OperationMeta } from '../../src/core/trpc.ts';

type Schema = z.core.JSONSchema.JSONSchema;

const folder = new URL('../../client/src/', import.meta.url);

/**
 * Generates the types of the client package, by file: the operations of `/v1` with their descriptions as JSDoc, and
 * those of all procedures without.
 */
export function clientTypes(): Readonly<Record<string, string>> {
  const isPublic = ([, { _def }]: [string, AnyTRPCProcedure]) => Object.hasOwn(_def.meta ?? {}, 'path');
  const modules = Object.entries(appRouter._def.record).map(
    ([module, procedures]) => [module, Object.entries<AnyTRPCProcedure>(procedures)] as const,
  );
  const named = new Map<string, Schema>();
  const routerOf = (chosen: (entry: [string, AnyTRPCProcedure]) => boolean) =>
    modules.flatMap(([module, procedures]) => {
      const types = procedures
        .filter(chosen)
        .map(([name, procedure]) => procedureType(name, procedure, named));
      return types.length === 0 ? [] : [`${module}: {\n${types.join('\n')}\n};`];
    });
  const router = routerOf(isPublic).join('\n');
  const details = errorDetails(named);
  const published = [...named.keys()];
  const types = namedTypes(named, published);
  const internal = routerOf((entry) => !isPublic(entry)).join('\n');
  const others = [...named.keys()].filter((name) => !published.includes(name));
  const internalTypes = withoutDocs(namedTypes(named, others) + internalRouter(internal));
  const used = ['Answer', 'ErrorShape', 'List', ...published].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(procedureTypes + internalTypes),
  );
  return {
    'api.ts': formatted(
      `${header}${imports}\n${types}\n${details}\n${errorTypes}${procedureTypes}${publicRouter(router)}`,
    ),
    'internal.ts': formatted(`${header}
import type { TRPCClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { BuiltRouter } from '@trpc/server/unstable-core-do-not-import';
import type { ${used.toSorted().join(', ')}, AppRouter as PublicRouter } from './api.ts';
${internalTypes}${procedureTypes}${internalClient}`),
  };
}

const header = '// Generated from the operations by npm run openapi. Do not edit.\n';

const imports = `
import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc';
// The public name, TRPCBuiltRouter, is missing from earlier versions of tRPC 11.
import type { BuiltRouter } from '@trpc/server/unstable-core-do-not-import';
`;

/** Writes the errors as one type: their details by code. */
function errorDetails(named: Map<string, Schema>): string {
  const codes = Object.entries(errorKinds).map(([code, { status, cause, cure, ...kind }]) => {
    const type = 'details' in kind ? typeOf(toJsonSchema(kind.details, 'output', named)) : 'undefined';
    return `/** ${status}: ${cause}. To do: ${cure}. */\n${code}: ${type};`;
  });
  return `\n/** The details of errors by code. A later version may add codes. */
export type ErrorDetailsByCode = {\n${codes.join('\n')}\n};`;
}

const errorTypes = `
/** Identifies the cause of an error. Safe to switch on. */
export type ErrorCode = keyof ErrorDetailsByCode;

/** The error object of the API. Its code tells the type of its details. */
export type ErrorObject<Code extends ErrorCode = ErrorCode> = {
  [Each in Code]: ErrorDetailsByCode[Each] extends undefined
    ? { code: Each; message: string; details?: undefined }
    : { code: Each; message: string; details: ErrorDetailsByCode[Each] };
}[Code];

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
    error: ErrorObject;
  };
};

/** An answer with one resource. */
export type Answer<Data> = { data: Data; meta: EmptyMeta };
/** An answer with a page of a list. */
export type List<Item> = { data: Item[]; meta: PageMeta };
`;

const procedureTypes = `
type Root = { ctx: object; meta: object; errorShape: ErrorShape; transformer: false };
type Types<Input, Output> = { input: Input; output: Output; meta: object; errorShape: ErrorShape };
type Query<Input, Output> = TRPCQueryProcedure<Types<Input, Output>>;
type Mutation<Input, Output> = TRPCMutationProcedure<Types<Input, Output>>;
`;

const publicRouter = (router: string) => `
/** The operations of the API, as tRPC describes them. */
export type AppRouter = BuiltRouter<Root, {\n${router}\n}>;
`;

const internalRouter = (router: string) => `

type Added = {\n${router}\n};
type Public = PublicRouter['_def']['record'];
`;

const internalClient = `
/** All operations: those of the API, and the internal ones of our own frontends, which may change in any release. */
export type AppRouter = BuiltRouter<Root, {
  [Module in keyof (Public & Added)]: (Module extends keyof Public ? Public[Module] : unknown) &
    (Module extends keyof Added ? Added[Module] : unknown);
}>;
export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;
export type Clientele = TRPCClient<AppRouter>;
`;

/** The formatter puts an object on one line that starts on one, if it fits. */
const withoutDocs = (code: string) => code.replaceAll(/^ *\/\*\* .* \*\/\n/gm, '').replaceAll('{\n', '{ ');

function procedureType(name: string, procedure: AnyTRPCProcedure, named: Map<string, Schema>): string {
  // tRPC keeps these parts of a definition out of its types.
  const { inputs, output, type, meta } = procedure._def as unknown as ProcedureDefinition;
  const kind = type === 'query' ? 'Query' : 'Mutation';
  const [input] = inputs;
  const given = input === undefined ? 'void' : typeOf(toJsonSchema(input, 'input', named));
  const optional = input?.safeParse(undefined).success ? ' | undefined' : '';
  const answer = answerType(toJsonSchema(output, 'output', named));
  return `${jsDoc(meta.description)}${name}: ${kind}<${given}${optional}, ${answer}>;`;
}

function answerType(schema: Schema): string {
  const { data = {}, meta } = schema.properties ?? {};
  const { $ref } = objectOf(meta ?? {});
  if ($ref?.endsWith('/PageMeta')) return `List<${typeOf(objectOf(objectOf(data).items as Schema))}>`;
  return $ref?.endsWith('/EmptyMeta') ? `Answer<${typeOf(objectOf(data))}>` : typeOf(schema);
}

interface ProcedureDefinition {
  inputs: z.ZodType[];
  output: z.ZodType;
  type: 'query' | 'mutation';
  meta: OperationMeta;
}

/** Converts to JSON Schema, and adds the named schemas in it to the types. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', named: Map<string, Schema>): Schema {
  const { $defs = {}, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  for (const [name, definition] of Object.entries($defs)) named.set(name, definition);
  return json;
}

/** Writes the named types. One that has all fields of another extends it. */
function namedTypes(named: ReadonlyMap<string, Schema>, names: readonly string[]): string {
  const fields = (name: string) => Object.entries(named.get(name)?.properties ?? {});
  const has = (name: string, [field, schema]: [string, unknown]) =>
    isDeepStrictEqual(named.get(name)?.properties?.[field], schema);
  return names
    .toSorted((one, other) => one.localeCompare(other))
    .map((name) => {
      const { description, ...schema } = named.get(name) ?? {};
      const [base] = [...named.keys()]
        .filter((other) => fields(other).length > 2 && fields(other).length < fields(name).length)
        .filter((other) => fields(other).every((field) => has(name, field)))
        .sort((one, other) => fields(other).length - fields(one).length);
      if (base === undefined) return `\n${jsDoc(description)}export type ${name} = ${typeOf(schema)};`;
      const inherited = fields(base).map(([field]) => field);
      const added = Object.fromEntries(fields(name).filter(([field]) => !inherited.includes(field)));
      return `\n${jsDoc(description)}export interface ${name} extends ${base} ${objectTypeOf({ ...schema, properties: added })}`;
    })
    .join('\n');
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
  execFileSync(biome, ['format', '--stdin-file-path=client/src/api.ts'], { input: code, encoding: 'utf8' });

if (import.meta.url === `file://${process.argv[1]}`)
  for (const [file, code] of Object.entries(clientTypes())) writeFileSync(new URL(file, folder), code);
