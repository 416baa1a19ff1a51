import type { Operation, TRPCClientError, TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from './api.ts';

/** The service never asks for a longer wait; anything longer is reported to the caller. */
const maxWaitMs = 60_000;

/** A failed attempt that will be followed by another one. */
export type RetryState = {
  /** The operation, such as `clients.list`. */
  operation: string;
  /** The error of the attempt. */
  error: TRPCClientError<AppRouter>;
  /** The delay before the next attempt, in milliseconds. */
  delayMs: number;
};

/** A response whose body is not JSON, such as one of a proxy. tRPC reports it as the `cause` of the call's error. */
export class UnreadableResponseError extends Error {
  readonly response: Response;

  constructor(response: Response, options: ErrorOptions) {
    super(`The response with status ${response.status} is not JSON.`, options);
    this.response = response;
  }
}

type RetryOptions = {
  /** The maximum number of attempts. */
  attempts: number;
  onRetry?: ((state: RetryState) => void) | undefined;
  /** Returns true for an error that ends the call. */
  isFinal?: (error: TRPCClientError<AppRouter>) => boolean;
};

/** Retries calls that may succeed later. */
export const retryLink =
  ({ attempts, onRetry, isFinal = () => false }: RetryOptions): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let subscription: Unsubscribable | undefined;
      let stopWaiting: (() => void) | undefined;

      function attempt(number: number): void {
        subscription = next(op).subscribe({
          next: (result) => observer.next(result),
          complete: () => observer.complete(),
          error(error) {
            const isLast = number >= attempts || isFinal(error);
            const waitMs = isLast ? undefined : retryDelayMs(error, op, number);
            if (waitMs === undefined) observer.error(error);
            else {
              onRetry?.({ operation: op.path, error, delayMs: waitMs });
              wait(waitMs, () => attempt(number + 1));
            }
          },
        });
      }

      /** An aborted call does not wait: the next attempt fails at once, with the reason. */
      function wait(waitMs: number, resume: () => void): void {
        const end = () => {
          stopWaiting?.();
          resume();
        };
        const timer = setTimeout(end, waitMs);
        op.signal?.addEventListener('abort', end);
        stopWaiting = () => {
          clearTimeout(timer);
          op.signal?.removeEventListener('abort', end);
        };
      }

      attempt(1);
      return () => {
        stopWaiting?.();
        subscription?.unsubscribe();
      };
    });

/** Returns the delay before the next attempt, or undefined if there must be none. */
function retryDelayMs(error: TRPCClientError<AppRouter>, op: Operation, attempt: number): number | undefined {
  const response = responseOf(error);
  const status = error.data?.httpStatus ?? response?.status;
  const mayRetry = status === 429 || ((status === undefined || status >= 500) && isRepeatable(op));
  if (!mayRetry || op.signal?.aborted) return undefined;
  // Half of a wait that nobody asked for is random, so that clients which failed together do not come back together.
  const waitMs = askedMs(error, response) ?? 500 * 2 ** attempt * (0.5 + Math.random() / 2);
  return waitMs <= maxWaitMs ? waitMs : undefined;
}

/** Returns the response of a failed call; undefined if none arrived. */
function responseOf({ meta, cause }: TRPCClientError<AppRouter>): Response | undefined {
  if (cause instanceof UnreadableResponseError) return cause.response;
  // tRPC keeps what `fetch` returned there, if the body was JSON.
  return meta?.response as Response | undefined;
}

/** Returns the wait that the service or a proxy asks for; undefined for a date, which some proxies send. */
function askedMs(error: TRPCClientError<AppRouter>, response: Response | undefined): number | undefined {
  // The answer of a proxy may have data of its own.
  const answered = error.data?.error;
  const seconds =
    answered?.code === 'rate_limited'
      ? answered.details.retry_after_seconds
      : response?.headers.get('Retry-After');
  return /^\d+$/.test(String(seconds)) ? Number(seconds) * 1_000 : undefined;
}

/**
 * Returns true for a call whose first attempt may have taken effect without harm to a second one: the service creates once
 * for each key, and updates once from each version.
 */
const isRepeatable = ({ type, context }: Operation): boolean =>
  type === 'query' || context.idempotencyKey !== undefined || context.ifMatch !== undefined;
