import { TRPCClientError } from '@trpc/client';
import type { AppRouter, ErrorCode, ErrorShape } from './api.ts';

/** The `details` of errors, by code. */
export type ErrorDetails<Code extends ErrorCode = ErrorCode> = Code extends keyof DetailsByCode
  ? DetailsByCode[Code]
  : Record<string, unknown> | undefined;

type DetailsByCode = {
  /** The correct input, described by field. */
  invalid_argument: Record<string, string>;
  /** The permission that the token lacks; `all` if only an organization key will do. */
  forbidden: { requiredPermission: string };
  /** The reason, such as `idempotency_in_progress`. */
  conflict: { reason: string };
  /** Names the request in the log of the service. */
  internal: { request_id: string };
  /** The limit that was reached, and the delay after which a call can succeed. */
  rate_limited: { policy: 'organization' | 'endpoint'; retry_after_seconds: number };
};

/**
 * The error of a failed call. `error.data?.error` is the error object of the API; it is missing if no response arrived,
 * or only one of a proxy. With a code, such as `ClienteleError<'not_found'>`, the error object is there and has that code.
 */
export type ClienteleError<Code extends ErrorCode | undefined = undefined> = TRPCClientError<AppRouter> &
  (Code extends ErrorCode ? { data: AnsweredData<Code> } : unknown);

type AnsweredData<Code extends ErrorCode> = Omit<ErrorShape['data'], 'error'> & {
  error: { code: Code; message: string; details: ErrorDetails<Code> };
};

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
