import { TRPCClientError } from '@trpc/client';
import type { AppRouter, ErrorCode, ErrorObject, ErrorShape } from './api.ts';

/**
 * The error of a failed call. `error.data?.error` is the error object of the API; it is missing if no response arrived,
 * or only one of a proxy. With a code, such as `ClienteleError<'not_found'>`, the error object is there and has that code.
 */
export type ClienteleError<Code extends ErrorCode | undefined = undefined> = TRPCClientError<AppRouter> &
  (Code extends ErrorCode ? { data: AnsweredData<Code> } : unknown);

type AnsweredData<Code extends ErrorCode> = Omit<ErrorShape['data'], 'error'> & { error: ErrorObject<Code> };

/**
 * Returns true for the error of a failed call; with `code`, only if it failed with that code.
 *
 * @example
 * if (isClienteleError(error, 'rate_limited')) wait(error.data.error.details.retry_after_seconds);
 */
export function isClienteleError(error: unknown): error is ClienteleError;
export function isClienteleError<Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is ClienteleError<Code>;
export function isClienteleError(error: unknown, code?: ErrorCode): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  // Another tRPC service of the app throws the same class, with data of its own.
  const answered: unknown = error.data?.error?.code;
  return code === undefined ? !error.data || typeof answered === 'string' : answered === code;
}
