import type { TRPCProcedureType } from '@trpc/server';
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
  /** The fields of the input, parameters of the path included, as JSON Schema: as callers send them. */
  readonly fields: Readonly<Record<string, z.core.JSONSchema.JSONSchema>>;
  call(options: CallOptions): Promise<unknown>;
}

interface CallOptions {
  path: string;
  type: TRPCProcedureType;
  ctx: Context;
  getRawInput: () => Promise<unknown>;
  signal: AbortSignal | undefined;
  batchIndex: number;
}

/** What tRPC keeps of a procedure; its own types leave most of it open. */
interface ProcedureDefinition {
  type: TRPCProcedureType;
  meta?: OperationMeta;
  inputs: z.ZodType[];
}

/** All operations of the API, in the order of the router. */
export const operations: readonly MountedOperation[] = Object.entries(appRouter._def.procedures).map(
  ([name, procedure]) => {
    const { type, meta, inputs } = (procedure as unknown as { _def: ProcedureDefinition })._def;
    const openapi = meta?.openapi;
    if (!openapi || !meta.permission)
      throw new Error(`The operation ${name} declares no path or no permission.`);
    return {
      name,
      type,
      method: openapi.method as Operation['method'],
      path: openapi.path,
      permission: meta.permission,
      fields: fieldsOf(inputs[0]),
      // tRPC types the call for its own adapters only; the shape is the one `resolveResponse` gives.
      call: procedure as unknown as MountedOperation['call'],
    };
  },
);

function fieldsOf(input: z.ZodType | undefined): MountedOperation['fields'] {
  if (!input) return {};
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const described = Object.entries(properties).map(([name, schema]) => [
    name,
    typeof schema === 'boolean' ? {} : schema,
  ]);
  return Object.fromEntries(described);
}
