import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  type Operation,
  splitLink,
  type TRPCClient,
} from '@trpc/client';
import type { AnyTRPCRouter, inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from './api.ts';
import { type RateLimitState, readRateLimits } from './rate-limit.ts';
import { type RetryState, retryLink, UnreadableResponseError } from './retry.ts';

/** The inputs of all operations: `Inputs['clients']['create']`. */
export type Inputs = inferRouterInputs<AppRouter>;

/** The outputs of all operations: `Outputs['clients']['list']`. */
export type Outputs = inferRouterOutputs<AppRouter>;

/** A client of the API, with a function for each operation: `api.clients.list.query({ limit: 10 })`. */
export type Clientele = TRPCClient<AppRouter>;

/** Options of `createClient`. */
export type ClientOptions = {
  /**
   * The maximum number of attempts of a call, 4 by default; 1 turns retries off. A call is retried after 429, and after a
   * network failure or a 5xx if it is a query or has an `idempotencyKey` or `ifMatch`. The delay is the one that the
   * service asks for, else up to a second, doubled each time. Delays of more than a minute are not waited for. An error
   * of the `token` function ends the call.
   */
  attempts?: number | undefined;
  /** Called with the state of the rate limits after each response that carries it. */
  onRateLimit?: ((state: RateLimitState) => void) | undefined;
  /** Called when an attempt failed and the call waits for the next one, for example to show a countdown. */
  onRetry?: ((state: RetryState) => void) | undefined;
  /** Makes the requests in place of the global `fetch`: for tests, proxies, caches and traces. */
  fetch?: typeof fetch | undefined;
};

/** Options of one call: `api.clients.create.mutate(input, { context: { idempotencyKey } })`. */
export type CallContext = {
  /** Identifies what to create; use a new UUID. Calls with the same key create it once (remembered for 24 hours). */
  readonly idempotencyKey?: string | undefined;
  /** The version to update, from `versionOf`. The update fails with `precondition_failed` if the resource has changed since. */
  readonly ifMatch?: string | undefined;
  /** True sends the call in a request of its own: the calls of a batch are answered together, as late as the slowest. */
  readonly alone?: boolean | undefined;
};

/** Returns the version of a resource that was read, for `ifMatch`. */
export const versionOf = ({ updatedAt }: { updatedAt: string }): string =>
  `"${Date.parse(updatedAt).toString(36)}"`;

/**
 * Creates a typed client. Calls made in the same tick are sent as one batch, unless their context says otherwise.
 *
 * @example
 * const api = createClient('https://api.example.com', token);
 * const { data } = await api.clients.list.query();
 *
 * @typeParam Router that of `@clientele/client/internal` for our own frontends
 * @param url of the service, such as `https://api.example.com`, with or without `/v1`
 * @param token an API token, or a function that returns one for each request
 */
export function createClient<Router extends AnyTRPCRouter = AppRouter>(
  url: string,
  token: string | (() => string | Promise<string>),
  { attempts = 4, onRateLimit, onRetry, fetch }: ClientOptions = {},
): TRPCClient<Router> {
  const tokenErrors = new WeakSet<Error>();
  async function authorization() {
    try {
      return { Authorization: `Bearer ${typeof token === 'string' ? token : await token()}` };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      tokenErrors.add(error);
      throw error;
    }
  }
  // tRPC's type of `init` lets fields be undefined, which `fetch` takes as well.
  async function request(input: string | URL | Request, init?: object): Promise<Response> {
    const response = await (fetch ?? globalThis.fetch)(input, init as RequestInit);
    const limits = readRateLimits(response.headers);
    if (limits !== undefined) onRateLimit?.(limits);
    return Object.assign(response, { json: () => readJson(response) });
  }
  const shared = { url: `${url.replace(/(?:\/v1)?\/*$/, '')}/trpc`, fetch: request };
  const client = createTRPCClient<AppRouter>({
    links: [
      retryLink({ attempts, onRetry, isFinal: ({ cause }) => cause !== undefined && tokenErrors.has(cause) }),
      splitLink({
        // A batch has one set of headers, and these belong to one call.
        condition: ({ context }) => context.alone === true || Object.keys(headersOf(context)).length > 0,
        true: httpLink({
          ...shared,
          headers: async ({ op }) => ({ ...(await authorization()), ...headersOf(op.context) }),
        }),
        // Larger batches exceed what the server accepts.
        false: httpBatchLink({ ...shared, maxURLLength: 8_000, maxItems: 20, headers: authorization }),
      }),
    ],
  });
  // A client finds its operations by name when it calls them.
  return client as unknown as TRPCClient<Router>;
}

/** Replaces `response.json()`: its error would not tell the status of a response that is not JSON. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableResponseError(response, { cause });
  }
}

function headersOf({ idempotencyKey, ifMatch }: Operation['context'] & CallContext): Record<string, string> {
  return {
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
  };
}
