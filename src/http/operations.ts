import { type AnyTRPCProcedure, callTRPCProcedure, type TRPCProcedureType } from '@trpc/server';
import { z } from 'zod';
import { appRouter } from '../api.ts';
import type { Context } from '../core/context.ts';
import type { Operation, OperationMeta } from '../core/trpc.ts';

/** An operation as the transports see it: what it declares, and how to call it. */
export interface MountedOperation {
  /** The name everywhere: in tRPC, as `operationId`, in the limits and in the logs (`clients.get`). */
  readonly name: string;
  readonly type: TRPCProcedureType;
  readonly method: Operation['method'];
  readonly path: string;
  readonly permission: Operation['permission'];
  readonly hasEntityTag: boolean;
  readonly takesIdempotencyKey: boolean;
  /** The fields of the input, path parameters included, as JSON Schema: as callers send them. */
  readonly fields: Readonly<Record<string, z.core.JSONSchema.JSONSchema>>;
  /** @param readInput is called at most once, after token, limits and permission */
  call(context: Context, readInput: () => Promise<unknown>): Promise<unknown>;
}

// tRPC types this record as nested as the router; it holds each procedure under its full name.
const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;

/** All operations of the API, in the order of the router. */
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

/** Tells the name of an operation from anything else that callers send. */
export const isOperation = (name: string): boolean => names.has(name);

/** Picks the operations from the path of a tRPC call, up to the size of a batch. */
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
