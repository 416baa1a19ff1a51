import { createTRPCClient, httpBatchLink, type TRPCClientErrorLike } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from './api.ts';

export type { AppRouter } from './api.ts';
export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

/** What a failed call throws. `error.data?.error` is the error object of REST: `{ code, message, details? }`. */
export type ClienteleError = TRPCClientErrorLike<AppRouter>;

/**
 * Makes a typed client. Calls made in the same tick travel as one batch.
 * @param url where the service is, such as `https://api.example.com`; `/trpc` is added to it
 * @param token an API token, or a function that gives one for each request
 */
export function createClient(url: string, token: string | (() => string | Promise<string>)) {
  return createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${url.replace(/\/+$/, '')}/trpc`,
        // Longer ones would pass the size of headers that the server takes; it is one request per batch then.
        maxURLLength: 8_000,
        maxItems: 20,
        async headers() {
          return { Authorization: `Bearer ${typeof token === 'string' ? token : await token()}` };
        },
      }),
    ],
  });
}
