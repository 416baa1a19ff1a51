/** Compiled and never run: the types of the client package are the server's. */
import type {
  AppRouter as ClientRouter,
  createClient,
  ErrorCode,
  ErrorShape,
  Inputs,
  Outputs,
} from '@clientele/client';
import type { TRPCClient } from '@trpc/client';
import type { inferRouterError, inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../src/api.ts';
import type { ErrorCode as ServerErrorCode } from '../src/core/errors.ts';

/** True for types that are the same, and `any` is the same as nothing else. */
type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

type Operations<Router> = { [Module in keyof Router]: keyof Router[Module] };
type Each<One, Other> = {
  [Module in keyof One]: {
    [Name in keyof One[Module]]: Module extends keyof Other
      ? Name extends keyof Other[Module]
        ? Same<One[Module][Name], Other[Module][Name]>
        : false
      : false;
  };
};
type AllTrue<T> = T[keyof T] extends infer Names
  ? Names extends unknown
    ? Names[keyof Names]
    : never
  : never;

type ServerInputs = inferRouterInputs<AppRouter>;
type ServerOutputs = inferRouterOutputs<AppRouter>;

export const same: {
  operations: Same<Operations<Inputs>, Operations<ServerInputs>>;
  inputs: Same<AllTrue<Each<ServerInputs, Inputs>>, true>;
  outputs: Same<AllTrue<Each<ServerOutputs, Outputs>>, true>;
  errors: Same<ErrorShape, inferRouterError<AppRouter>>;
  errorCodes: Same<ErrorCode, ServerErrorCode>;
  client: Same<ReturnType<typeof createClient>, TRPCClient<ClientRouter>>;
} = { operations: true, inputs: true, outputs: true, errors: true, errorCodes: true, client: true };

export const different: { any: Same<ErrorShape, unknown>; field: Same<{ a: 1 }, { a?: 1 }> } = {
  any: false,
  field: false,
};
