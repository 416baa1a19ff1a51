import { type AnyTRPCProcedure, callTRPCProcedure, type TRPCProcedureType } from '@trpc/server';
import { z } from 'zod';
import { appRouter } from '../api.ts';
import type { Context } from '../core/context.ts';
import type { InternalOperation, Operation, OperationMeta } from '../core/trpc.ts';
import { boundedInput } from './json-body.ts';

/** A procedure as the transports use it: its declaration, and a function to call it. */
export interface Procedure extends InternalOperation {
  /** The name in tRPC, `operationId`, rate limits, metrics and logs, such as `clients.get`. */
  readonly name: string;
  readonly type: TRPCProcedureType;
  /** JSON Schemas of the input's fields, including path parameters, as callers send them. */
  readonly fields: Readonly<Record<string, JsonSchema>>;
  /** Makes the JSON Schemas of the whole input and of the result. */
  schemas(): { readonly input: ObjectSchema; readonly output: ObjectSchema };
  /** @param readInput called at most once, after the checks of token, limits and permission */
  call(context: Context, readInput: () => unknown): Promise<unknown>;
}

/** An operation of the public API, which has a REST path. */
export type MountedOperation = Procedure & Operation;

type JsonSchema = z.core.JSONSchema.JSONSchema;
type ObjectSchema = JsonSchema & { type: 'object'; properties: Record<string, JsonSchema> };

// tRPC types this record as nested like the router, but it holds each procedure under its full name.
const entries = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>);

/** All procedures, public and internal, in the order of the router. */
export const procedures: readonly (Procedure | MountedOperation)[] = entries.map(([name, procedure]) =>
  toProcedure(name, procedure),
);

/** The operations of the public API, in the order of the router. */
export const operations = procedures.filter(
  (procedure): procedure is MountedOperation => 'path' in procedure,
);

function toProcedure(name: string, procedure: AnyTRPCProcedure): Procedure | MountedOperation {
  // Its type leaves out the output.
  const { type, inputs, output } = procedure._def as (typeof procedure)['_def'] & { output?: unknown };
  const meta: OperationMeta | undefined = procedure.meta;
  if (meta?.permission === undefined) throw new Error(`The procedure ${name} declares no permission.`);
  const input = toSchema(inputs[0], 'input');
  return {
    ...meta,
    name,
    type,
    fields: input.properties,
    schemas: () => ({ input, output: toSchema(output, 'output') }),
    call(ctx, readInput) {
      return callTRPCProcedure({
        router: appRouter,
        path: name,
        type,
        ctx,
        getRawInput: async () => boundedInput(readInput()),
        signal: undefined,
        batchIndex: 0,
      });
    },
  };
}

function toSchema(given: unknown, io: 'input' | 'output'): ObjectSchema {
  const type = given instanceof z.ZodType ? given : z.object({});
  // All inputs and results are objects, and Zod makes no schema that is true or false.
  return z.toJSONSchema(type, { io, unrepresentable: 'any' }) as ObjectSchema;
}

export const proceduresByName = new Map(procedures.map((procedure) => [procedure.name, procedure]));

/** The maximum number of calls in a batch. `createClient` has the same limit. */
export const maxBatchSize = 20;
