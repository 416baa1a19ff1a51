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

/** Retries calls that may succeed later, up to `attempts` attempts in total. */
export const retryLink =
  (attempts: number, onRetry?: (state: RetryState) => void): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let subscription: Unsubscribable | undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;

      function attempt(number: number): void {
        subscription = next(op).subscribe({
          next: (result) => observer.next(result),
          complete: () => observer.complete(),
          error(error) {
            const waitMs = number < attempts ? retryDelayMs(error, op, number) : undefined;
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
          clearTimeout(timer);
          op.signal?.removeEventListener('abort', end);
          resume();
        };
        timer = setTimeout(end, waitMs);
        op.signal?.addEventListener('abort', end);
      }

      attempt(1);
      return () => {
        clearTimeout(timer);
        subscription?.unsubscribe();
      };
    });

/** Returns the delay before the next attempt, or undefined if there must be none. */
function retryDelayMs(error: TRPCClientError<AppRouter>, op: Operation, attempt: number): number | undefined {
  // tRPC keeps the response of `fetch` there; it is missing if none arrived.
  const response = error.meta?.response as Response | undefined;
  const status = error.data?.httpStatus ?? response?.status;
  const mayRetry = status === 429 || ((status === undefined || status >= 500) && isRepeatable(op));
  if (!mayRetry || op.signal?.aborted) return undefined;
  const askedSeconds = Number(
    error.data?.error?.details?.retry_after_seconds ?? response?.headers.get('Retry-After') ?? Number.NaN,
  );
  // Half of the wait is random, so that clients which failed together do not come back together.
  const waitMs = Number.isNaN(askedSeconds)
    ? 500 * 2 ** attempt * (0.5 + Math.random() / 2)
    : askedSeconds * 1_000;
  return waitMs <= maxWaitMs ? waitMs : undefined;
}

/**
 * Returns true for a call whose first attempt may have taken effect without harm to a second one: the service creates once
 * for each key, and updates once from each version.
 */
const isRepeatable = ({ type, context }: Operation): boolean =>
  type === 'query' || context.idempotencyKey !== undefined || context.ifMatch !== undefined;
