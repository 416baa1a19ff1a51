import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  type Operation,
  splitLink,
  TRPCClientError,
} from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from './api.ts';

export type { AppRouter } from './api.ts';
export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

/** What a failed call throws. `error.data?.error` is the error object of REST: `{ code, message, details? }`. */
export type ClienteleError = TRPCClientError<AppRouter>;

/** True for what a failed call throws; an app's own `@trpc/client` has another class of that name. */
export const isClienteleError = (error: unknown): error is ClienteleError => error instanceof TRPCClientError;

/** What a call can demand beside its input: `api.clients.create.mutate(input, { context: { idempotencyKey } })`. */
export type CallContext = {
  /** A new key, best a UUID, for each thing to create, the same one for each attempt: it is created once (kept for 24 hours). */
  readonly idempotencyKey?: string;
  /** From `versionOf`: the update fails with `precondition_failed` when the resource has changed since. */
  readonly ifMatch?: string;
};

/** What `ifMatch` takes: names the version of a resource that was read. */
export const versionOf = ({ updatedAt }: { updatedAt: string }): string =>
  `"${Date.parse(updatedAt).toString(36)}"`;

/**
 * Makes a typed client. Calls made in the same tick travel as one batch.
 * @param url where the service is, such as `https://api.example.com`; `/trpc` is added to it
 * @param token an API token, or a function that gives one for each request
 */
export function createClient(url: string, token: string | (() => string | Promise<string>)) {
  const endpoint = `${url.replace(/\/+$/, '')}/trpc`;
  const authorization = async () => ({
    Authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
  });
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ context }) => Object.keys(headersOf(context)).length > 0,
        // Their headers are for one call, and a batch has one set of headers.
        true: httpLink({
          url: endpoint,
          headers: async ({ op }) => ({ ...(await authorization()), ...headersOf(op.context) }),
        }),
        false: httpBatchLink({
          url: endpoint,
          // Longer ones would pass the size of headers that the server takes; it is one request per batch then.
          maxURLLength: 8_000,
          maxItems: 20,
          headers: authorization,
        }),
      }),
    ],
  });
}

function headersOf({ idempotencyKey, ifMatch }: Operation['context'] & CallContext): Record<string, string> {
  return {
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
  };
}
