import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import { z } from 'zod';

interface ErrorKind {
  readonly status: number;
  readonly trpc: TRPC_ERROR_CODE_KEY;
  readonly message: string;
  /** The cause and the remedy, in Markdown, as the OpenAPI document lists them. */
  readonly cause: string;
  readonly cure: string;
  /** The schema of `details`; without one, the error has none. */
  readonly details?: z.ZodType<ErrorDetails>;
}

/** Text for people; only its length has no bound. */
const sentence = z
  .string()
  .meta({ id: 'ErrorMessage', description: 'For people and logs. The wording may change.' });

const reportDetails = z
  .object({ request_id: z.uuid().describe('The id to report, the same as `X-Request-Id`.') })
  .meta({ id: 'ReportDetails', description: 'Names the request in the log of the service.' });

/** Every error of the API: code → HTTP status, tRPC code, default message, cause and remedy. */
export const errorKinds = {
  invalid_argument: {
    status: 400,
    trpc: 'BAD_REQUEST',
    message: 'The request is not valid.',
    cause: 'a bad body, field, `limit` or `cursor`; a field that must not be sent',
    cure: '`details` says what to send for each bad field',
    details: z.record(z.string(), sentence).meta({
      id: 'InvalidArgumentDetails',
      description: 'Maps each bad field to a sentence that says what to send.',
    }),
  },
  unauthorized: {
    status: 401,
    trpc: 'UNAUTHORIZED',
    message:
      'The token is missing, unknown, revoked or expired. Send a valid one as "Authorization: Bearer sk_live_…".',
    cause: 'no token, or one that is unknown, revoked or expired',
    cure: 'send `Authorization: Bearer sk_live_…`',
  },
  forbidden: {
    status: 403,
    trpc: 'FORBIDDEN',
    message: 'This token lacks the permission.',
    cause: 'a user key without the permission',
    cure: '`details.requiredPermission` names it; use another token',
    details: z
      .object({
        requiredPermission: z
          .string()
          .max(100)
          .describe('The permission; `all` if only an organization key will do.'),
      })
      .meta({ id: 'ForbiddenDetails', description: 'The permission that the token lacks.' }),
  },
  not_found: {
    status: 404,
    trpc: 'NOT_FOUND',
    message:
      'There is no endpoint at this path. Paths are exact and have no trailing slash; see /openapi.json.',
    cause: 'the path or resource does not exist, or the resource belongs to another organization',
    cure: '`message` says what is missing; check the path and the id',
  },
  method_not_allowed: {
    status: 405,
    trpc: 'METHOD_NOT_SUPPORTED',
    message: 'This path does not support this method. The Allow header lists the methods it supports.',
    cause: 'the path does not support this method',
    cure: 'use one that the `Allow` header lists',
  },
  conflict: {
    status: 409,
    trpc: 'CONFLICT',
    message: 'The request conflicts with what is stored.',
    cause: 'another request with this `Idempotency-Key` is still running',
    cure: 'send it again in a moment',
    details: z
      .object({
        reason: z
          .enum(['idempotency_in_progress', 'duplicate', 'limit_exceeded', 'not_configured'])
          .describe('The reason. Operations of `/v1` return only `idempotency_in_progress`.'),
      })
      .meta({ id: 'ConflictDetails', description: 'The reason of the conflict.' }),
  },
  precondition_failed: {
    status: 412,
    trpc: 'PRECONDITION_FAILED',
    message:
      'The resource does not match If-Match: it has changed since you read it, or the value is not an ETag exactly as received, quotes included. Read it again and send its new ETag.',
    cause: 'the resource has changed since the version in `If-Match`, or this is not its `ETag`',
    cure: 'read it again, and send its new `ETag`',
  },
  payload_too_large: {
    status: 413,
    trpc: 'PAYLOAD_TOO_LARGE',
    message: 'The request is too large. A body may have up to 102,400 bytes.',
    cause: 'a body over 102,400 bytes',
    cure: 'send a smaller body',
  },
  unsupported_media_type: {
    status: 415,
    trpc: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'Send JSON in UTF-8, uncompressed, with "Content-Type: application/json".',
    cause: 'a body that is not plain JSON in UTF-8',
    cure: '`Content-Type: application/json`, no compression',
  },
  rate_limited: {
    status: 429,
    trpc: 'TOO_MANY_REQUESTS',
    message: 'Too many requests.',
    cause: 'a rate limit is reached; `details.policy` says which',
    cure: 'wait `details.retry_after_seconds` seconds',
    details: z
      .object({
        policy: z.enum(['organization', 'endpoint']).describe('The limit that was reached.'),
        retry_after_seconds: z.int32().min(1).meta({
          format: 'int32',
          description: 'The seconds after which the next request can succeed, the same as `Retry-After`.',
        }),
      })
      .meta({ id: 'RateLimitedDetails', description: 'The limit that was reached, and how long to wait.' }),
  },
  headers_too_large: {
    status: 431,
    trpc: 'BAD_REQUEST',
    message: 'The request line and headers are too large. Together they may have up to 16,384 bytes.',
    cause: 'request line and headers over 16,384 bytes',
    cure: 'send fewer or shorter headers',
  },
  internal: {
    status: 500,
    trpc: 'INTERNAL_SERVER_ERROR',
    message: 'Something went wrong on our side. Try again. If it persists, report the request id.',
    cause: 'a fault in the service',
    cure: 'try again; if it persists, report `details.request_id`',
    details: reportDetails,
  },
  unavailable: {
    status: 503,
    trpc: 'SERVICE_UNAVAILABLE',
    message: 'The service cannot answer right now. Try again after the time in Retry-After.',
    cause: 'the database is unreachable, or the service is overloaded',
    cure: 'try again after `Retry-After` seconds',
    details: reportDetails,
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorKinds;
export type ErrorDetails = Record<string, unknown>;

type ErrorObject<Code extends ErrorCode> = (typeof errorKinds)[Code] extends {
  details: z.ZodType<infer Details>;
}
  ? { code: Code; message: string; details: Details }
  : { code: Code; message: string; details?: undefined };

/** The body of every error response (interface specification, section 7). The code tells the type of `details`. */
interface ErrorBody {
  error: { [Code in ErrorCode]: ErrorObject<Code> }[ErrorCode];
}

/** Makes the schema of the body of an error response. */
export function errorAnswer(code: ErrorCode) {
  const { cause, details }: ErrorKind = errorKinds[code];
  const name = code.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const error = z
    .object({
      code: z.literal(code).describe('Stable. Switch on it.'),
      message: sentence,
      ...(details && { details }),
    })
    .meta({ id: `${name}Error`, description: `The error \`${code}\`: ${cause}.` });
  return z.object({ error }).meta({ id: `${name}Answer`, description: `The body of the error \`${code}\`.` });
}

/** An error as the caller sees it. HTTP transports also send its `headers`. */
export class ApiError extends TRPCError {
  readonly apiCode: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    options: {
      message?: string | undefined;
      details?: ErrorDetails | undefined;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    const kind = errorKinds[code];
    super({ code: kind.trpc, message: options.message ?? kind.message, cause: options.cause });
    this.name = 'ApiError';
    this.apiCode = code;
    this.details = options.details;
    this.headers = { ...standardHeaders[code], ...options.headers };
  }

  get status(): number {
    return errorKinds[this.apiCode].status;
  }
}

const standardHeaders: Partial<Record<ErrorCode, Record<string, string>>> = {
  unauthorized: { 'WWW-Authenticate': 'Bearer' },
  unavailable: { 'Retry-After': '1' },
};

/** Makes a 400 that says for each bad field what to send instead. */
export function invalidArgument(details: Record<string, string>, cause?: unknown): ApiError {
  const advice = Object.entries(details).map(([field, rule]) => `${field}: ${rule}`);
  return new ApiError('invalid_argument', {
    message: `The request is not valid. ${advice.join(' ')}`,
    details,
    cause,
  });
}

/** Makes a 400 for a body that is not JSON in UTF-8. */
export const malformedJson = (cause: unknown) =>
  invalidArgument({ body: 'Send well-formed JSON in UTF-8.' }, cause);

/** Makes a 409 `conflict`; `details.reason` says what conflicts. */
export const conflict = (reason: z.infer<typeof errorKinds.conflict.details>['reason'], message: string) =>
  new ApiError('conflict', { message, details: { reason } });

/**
 * Returns the row.
 * @throws ApiError `not_found` when there is none: the same whether it does not exist, is deleted, or is of another organization
 */
export function orNotFound<T>(row: T | undefined, kind: string): T {
  if (row === undefined) throw new ApiError('not_found', { message: `There is no such ${kind}.` });
  return row;
}

const codeByStatus = new Map<number, ErrorCode>(
  Object.entries(errorKinds).map(([code, kind]) => [kind.status, code as ErrorCode]),
);

/** Converts any thrown value to an error for the caller. Anything not known to be the caller's fault is `internal`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const isTrpc = error instanceof TRPCError;
  const cause = isTrpc ? error.cause : error;
  if (cause instanceof ApiError) return cause;
  if (isUnavailable(error)) return new ApiError('unavailable', { cause: error });
  const status = isTrpc ? getHTTPStatusCodeFromError(error) : statusOf(error);
  if (status === 400 && cause instanceof z.ZodError) return invalidArgument(fieldMessages(cause), error);
  if (status === 400) return malformedJson(error);
  const code = status !== undefined && status < 500 ? codeByStatus.get(status) : undefined;
  return new ApiError(code ?? 'internal', { cause: error });
}

function fieldMessages(error: z.ZodError): Record<string, string> {
  const messages = new Map<string, string>();
  for (const issue of error.issues) {
    const isWhole = issue.path.length === 0;
    const field = isWhole ? 'body' : issue.path.map(String).join('.');
    // The input of every operation is an object. Zod's own message for anything else is not meant for callers.
    if (!messages.has(field))
      messages.set(field, isWhole ? 'Send a JSON object as the input.' : issue.message);
  }
  return Object.fromEntries(messages);
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

const transientFaults =
  /^(CONNECT_TIMEOUT|CONNECTION_\w+|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL|EMFILE|08\w{3}|53\d{3}|57P0[1-5]|57014|40001|40P01|25006)$/;

/** Returns the codes of an error and its causes: SQLSTATEs, Node's codes and API error codes. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let cause = error, depth = 0; typeof cause === 'object' && cause !== null && depth < 5; depth++) {
    if (cause instanceof ApiError) codes.push(cause.apiCode);
    else if ('code' in cause && typeof cause.code === 'string') codes.push(cause.code);
    cause = 'cause' in cause ? cause.cause : undefined;
  }
  return codes;
}

export const sqlStateOf = (error: unknown): string | undefined =>
  codesOf(error).find((code) => /^[0-9A-Z]{5}$/.test(code));

/**
 * Returns the result of `write`.
 * @throws ApiError `conflict` with the reason `duplicate` if it violates a uniqueness constraint
 */
export async function rejectDuplicate<T>(write: Promise<T>, message: string): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw sqlStateOf(error) === '23505' ? conflict('duplicate', message) : error;
  }
}

/** True for transient errors: the database is unreachable or overloaded, or it cancelled a statement or transaction. */
const isUnavailable = (error: unknown): boolean =>
  codesOf(error).some((code) => code === 'unavailable' || transientFaults.test(code));

/** Makes the body of an error response. Only a 5xx includes the request id, for reports. */
export function errorBody(error: ApiError, requestId: string): ErrorBody {
  const details = error.status >= 500 ? { ...error.details, request_id: requestId } : error.details;
  const body = { code: error.apiCode, message: error.message, ...(details === undefined ? {} : { details }) };
  // The type cannot tie details to the code; the tests check each response.
  return { error: body as ErrorBody['error'] };
}
