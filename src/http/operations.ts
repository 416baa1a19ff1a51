import { type AnyTRPCProcedure, callTRPCProcedure, type TRPCProcedureType } from '@trpc/server';
import { z } from 'zod';
import { appRouter } from '../api.ts';
import type { Context } from '../core/context.ts';
import type { Operation, OperationMeta } from '../core/trpc.ts';

/** An operation as the transports use it: its declaration, and a function to call it. */
export interface MountedOperation {
  /** The name in tRPC, `operationId`, rate limits, metrics and logs, such as `clients.get`. */
  readonly name: string;
  readonly type: TRPCProcedureType;
  readonly method: Operation['method'];
  readonly path: string;
  readonly permission: Operation['permission'];
  readonly hasEntityTag: boolean;
  readonly takesIdempotencyKey: boolean;
  /** JSON Schemas of the input's fields, including path parameters, as callers send them. */
  readonly fields: Readonly<Record<string, z.core.JSONSchema.JSONSchema>>;
  /** @param readInput called at most once, after the checks of token, limits and permission */
  call(context: Context, readInput: () => Promise<unknown>): Promise<unknown>;
}

// tRPC types this record as nested like the router, but it holds each procedure under its full name.
const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;

/** All operations, in the order of the router. */
export const operations: readonly MountedOperation[] = Object.entries(procedures).map(([name, procedure]) => {
  const { type, inputs } = procedure._def;
  const meta: OperationMeta | undefined = procedure.meta;
  if (!meta?.openapi || !meta.permission)
    throw new Error(`The operation ${name} declares no path or no permission.`);
  return {
    name,
    type,
    method: meta.openapi.method as Operation['method'],
    path: meta.openapi.path,
    permission: meta.permission,
    hasEntityTag: meta.entityTag !== undefined,
    takesIdempotencyKey: meta.takesIdempotencyKey === true,
    fields: fieldsOf(inputs[0]),
    call(ctx, readInput) {
      let input: Promise<unknown> | undefined;
      const getRawInput = () => (input ??= readInput());
      return callTRPCProcedure({
        router: appRouter,
        path: name,
        type,
        ctx,
        getRawInput,
        signal: undefined,
        batchIndex: 0,
      });
    },
  };
});

const names = new Set(operations.map(({ name }) => name));

/** True if the text is the name of an operation. */
export const isOperation = (name: string): boolean => names.has(name);

/** Returns the names of operations in the path of a tRPC call, up to the size of a batch. */
export const operationsOf = (path: string): string[] => path.split(',', 20).filter(isOperation);

function fieldsOf(input: unknown): MountedOperation['fields'] {
  if (!(input instanceof z.ZodType)) return {};
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const described = Object.entries(properties).map(([name, schema]) => [
    name,
    typeof schema === 'boolean' ? {} : schema,
  ]);
  return Object.fromEntries(described);
}
