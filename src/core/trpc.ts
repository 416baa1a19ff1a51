import { initTRPC } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { OpenApiMeta } from 'trpc-to-openapi';
import type { Context } from './context.ts';
import type { TenantReader } from './db/tenant.ts';
import { type ApiError, errorBody, invalidArgument, toApiError } from './errors.ts';
import { type Permission, requirePermission } from './permissions.ts';
import type { EntityTag } from './rest/entity-tag.ts';
import { readIdempotencyKey } from './rest/idempotency/key.ts';

/** The checks of the base procedure, and the context that it adds for an operation. */
type Guard = {
  /** The permission that a user key needs; 'none' if any valid token will do. */
  permission: Permission | 'none';
  /** Present if the result is a single resource. Provides its entity tag and the versions in `ctx`. */
  entityTag?: EntityTag;
  /** Set for operations that insert one row: requests with the same `Idempotency-Key` insert it once. */
  takesIdempotencyKey?: true;
  /** The time limit of an operation that waits for another server; by default that of the database. */
  timeoutMs?: number;
};

/** Declares an operation of the public API, apart from its input and output. */
export type Operation = Guard & {
  method: 'GET' | 'POST' | 'PUT';
  /** The REST path, with its `/v1` prefix and its parameters in braces. */
  path: `/v1/${string}`;
  tag: string;
  summary: string;
  description: string;
};

/** Declares an operation for our own frontends: tRPC only, without a REST path, and not in the OpenAPI document. */
export type InternalOperation = Guard & { description: string };

export type OperationMeta = OpenApiMeta<Operation | InternalOperation>;

/** Makes an error response for tRPC clients; `data.error` is the REST error object. */
export const toErrorShape = (error: ApiError, path: string | undefined, requestId: string) => ({
  code: TRPC_ERROR_CODES_BY_KEY[error.code],
  message: error.message,
  data: {
    code: error.code,
    httpStatus: error.status,
    // The caller chose the path, which can be 15 KB long.
    path: path?.slice(0, 100),
    error: errorBody(error, requestId).error,
  },
});

const t = initTRPC
  .context<Context>()
  .meta<OperationMeta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) =>
      toErrorShape(toApiError(error), shape.data.path, ctx?.request.requestId ?? ''),
  });

export const router = t.router;

/**
 * The base procedure of every operation. Checks the token of a mutation again, what the rate limits decided on admission, and
 * the permission, in this order.
 */
const guarded = t.procedure.use(async ({ ctx: { request }, path, type, meta, next }) => {
  const begun = request.begin(path, type === 'mutation');
  const caller = begun instanceof Promise ? await begun : begun;
  requirePermission(caller, meta?.permission);

  const { requestId, outcome, conditions, limits } = request;
  const keyHeader = meta?.takesIdempotencyKey ? conditions.idempotencyKey : undefined;
  const idempotency = keyHeader === undefined ? undefined : { key: readIdempotencyKey(keyHeader), outcome };
  if (type === 'mutation' && conditions.ifNoneMatch !== undefined) throw invalidArgument(notForWrites);
  const tenantDb = request.tenantDb(caller.organizationId);
  const db: TenantReader = tenantDb;
  // Operations can write only through this, so every change gets an audit entry.
  const author = { actor: { tokenId: caller.tokenId }, operation: path, requestId, idempotency };
  const granted = {
    caller,
    db,
    writer: tenantDb.writtenBy(author),
    /** The versions of the resource that `If-Match` accepts; null for any. */
    versions: meta?.entityTag?.versionsIn(conditions.ifMatch, limits) ?? null,
    limits,
    secrets: request.secrets,
    // Hidden from operations, since it reaches beyond the caller's organization.
    request: undefined,
  };
  const result = await request.run(() => next({ ctx: granted }), meta?.timeoutMs);
  if (result.ok && meta?.entityTag) outcome.entityTag = meta.entityTag.etagOf(result.data, limits);
  return result;
});

/**
 * Declares an operation. Chain `.input()`, `.output()` and `.query()` or `.mutation()` to its result. The REST route, the
 * tRPC procedure, the OpenAPI document, rate limits, permission check and error bodies follow from it.
 */
export function operation(declared: Operation) {
  const { method, path, tag, summary, description } = declared;
  return guarded.meta({
    ...declared,
    openapi: { method, path, summary, description, tags: [tag], protect: true },
  });
}

/** Declares an internal operation. Token, limits, permission, input size and audit are the same. */
export const internalOperation = (declared: InternalOperation) => guarded.meta(declared);

const notForWrites = {
  'If-None-Match': 'Do not send it with a write. For updates, use If-Match.',
};
