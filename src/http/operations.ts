import { TRPCError, type TRPCProcedureType } from '@trpc/server';
import { z } from 'zod';
import { appRouter } from '../api.ts';
import type { Context } from '../core/context.ts';
import type { Operation, OperationMeta } from '../core/trpc.ts';

/** An operation as the edges see it: what it declared, and how it is called. */
export interface MountedOperation {
  /** The name everywhere: in tRPC, as `operationId`, in the limits and in the logs (`clients.get`). */
  readonly name: string;
  readonly type: TRPCProcedureType;
  readonly method: Operation['method'];
  readonly path: string;
  readonly permission: Operation['permission'];
  readonly hasEntityTag: boolean;
  readonly takesIdempotencyKey: boolean;
  /** The fields of the input, parameters of the path included, as JSON Schema: as callers send them. */
  readonly fields: Readonly<Record<string, z.core.JSONSchema.JSONSchema>>;
  /** @param readInput is called at most once, after token, limits and permission */
  call(context: Context, readInput: () => Promise<unknown>): Promise<unknown>;
}

/** What tRPC keeps of a procedure; its own types leave most of it open. */
interface ProcedureDefinition {
  type: TRPCProcedureType;
  meta?: OperationMeta;
  inputs: z.ZodType[];
  output?: z.ZodType;
  middlewares: Middleware[];
}

interface Middleware {
  (options: {
    path: string;
    type: TRPCProcedureType;
    meta: OperationMeta;
    ctx: object;
    input: unknown;
    getRawInput: () => Promise<unknown>;
    signal: AbortSignal | undefined;
    batchIndex: number;
    next: (changed: { ctx: object }) => Promise<{ data: unknown }>;
  }): Promise<{ data: unknown }>;
  /** Set on those that tRPC makes of an input or output. */
  _type?: 'input' | 'output' | 'errors';
}

/** All operations of the API, in the order of the router. */
export const operations: readonly MountedOperation[] = Object.entries(appRouter._def.procedures).map(
  ([name, procedure]) => {
    const definition = (procedure as unknown as { _def: ProcedureDefinition })._def;
    const { type, meta, inputs } = definition;
    const openapi = meta?.openapi;
    if (!openapi || !meta.permission)
      throw new Error(`The operation ${name} declares no path or no permission.`);
    return {
      name,
      type,
      method: openapi.method as Operation['method'],
      path: openapi.path,
      permission: meta.permission,
      hasEntityTag: meta.hasEntityTag === true,
      takesIdempotencyKey: meta.takesIdempotencyKey === true,
      fields: fieldsOf(inputs[0]),
      call: callOf(name, definition, meta),
    };
  },
);

/**
 * The procedure as one function: guard, input, resolver, output, in tRPC's order. tRPC itself copies the options by their
 * property descriptors for each of them and parses asynchronously, which took a twelfth of a read.
 */
function callOf(
  path: string,
  { type, middlewares, inputs, output }: ProcedureDefinition,
  meta: OperationMeta,
): MountedOperation['call'] {
  const [guard, resolve, ...others] = middlewares.filter(({ _type }) => _type === undefined);
  if (!guard || !resolve || others.length > 0 || inputs.length > 1 || !output) {
    throw new Error(
      'An operation has the base procedure, at most one input, an output and a resolver, and no other middleware.',
    );
  }
  const [inputSchema] = inputs;
  const signal = undefined;
  const batchIndex = 0;
  // Each object is written out: what Node copies and then adds to costs some µs.
  return async (context, readInput) => {
    let raw: Promise<unknown> | undefined;
    const getRawInput = () => (raw ??= readInput());
    // The guard gives all that an operation gets, so nothing of the context is put under it.
    const next = ({ ctx }: { ctx: object }) =>
      getRawInput().then((value) => {
        const input = inputSchema && parseInput(inputSchema, value);
        return resolve({ path, type, meta, ctx, input, getRawInput, signal, batchIndex, next: refuseNext });
      });
    const { data } = await guard({
      path,
      type,
      meta,
      ctx: context,
      input: undefined,
      getRawInput,
      signal,
      batchIndex,
      next,
    });
    return output.parse(data);
  };
}

const names = new Set(operations.map(({ name }) => name));

/** True for the name of an operation; anything else that callers send is none. */
export const isOperation = (name: string): boolean => names.has(name);

/** The operations among the names in the path of a tRPC call, as far as a batch may have them. */
export const operationsOf = (path: string): string[] => path.split(',', 20).filter(isOperation);

const refuseNext = () => Promise.reject(new Error('Nothing comes after a resolver.'));

function parseInput(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: parsed.error });
  return parsed.data;
}

function fieldsOf(input: z.ZodType | undefined): MountedOperation['fields'] {
  if (!input) return {};
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const described = Object.entries(properties).map(([name, schema]) => [
    name,
    typeof schema === 'boolean' ? {} : schema,
  ]);
  return Object.fromEntries(described);
}
