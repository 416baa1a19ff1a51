import { initTRPC } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { OpenApiMeta } from 'trpc-to-openapi';
import type { Context } from './context.ts';
import type { TenantReader } from './db/tenant.ts';
import { ApiError, errorBody, invalidArgument, toApiError } from './errors.ts';
import { type Caller, type Permission, requirePermission } from './permissions.ts';
import { takeFromLimits } from './rate-limit/take.ts';
import type { EntityTag } from './rest/entity-tag.ts';
import { readIdempotencyKey } from './rest/idempotency/key.ts';
import { withTimeout } from './timeouts.ts';

/** What an operation declares beside its input and output. */
export interface Operation<P extends Permission = Permission> {
  method: 'GET' | 'POST' | 'PUT';
  /** The REST path, with its `/v1` prefix and its parameters in braces. */
  path: `/v1/${string}`;
  /** What a user key needs; 'none' when any valid token will do. */
  permission: P | 'none';
  /** Present when the result is one resource: how it is tagged. The tag and the versions in `ctx` follow from it. */
  entityTag?: EntityTag;
  /** It inserts one row, and inserts it once for all requests with one `Idempotency-Key`. */
  takesIdempotencyKey?: true;
  tag: string;
  summary: string;
  description: string;
}

export type OperationMeta = OpenApiMeta<Pick<Operation, 'permission' | 'entityTag' | 'takesIdempotencyKey'>>;

/** An error as tRPC clients get it; `data.error` is the REST error object. */
export const toErrorShape = (error: ApiError, path: string | undefined, requestId: string) => ({
  code: TRPC_ERROR_CODES_BY_KEY[error.code],
  message: error.message,
  data: {
    code: error.code,
    httpStatus: error.status,
    // The caller's own words come back, but not all 15 KB of them.
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
      toErrorShape(toApiError(error), shape.data.path, ctx?.requestId ?? ''),
  });

export const router = t.router;

/** The one base procedure: token, limits, permission, bounds of the input, tenant; in this order, for every operation. */
const guarded = t.procedure.use(async ({ ctx, path, type, meta, getRawInput, next }) => {
  const caller = await authenticated(ctx);
  await takeFromLimits(ctx, caller, path);
  requirePermission(caller, meta?.permission);

  const { requestId, outcome, conditions, limits } = ctx;
  const keyHeader = meta?.takesIdempotencyKey ? conditions.idempotencyKey : undefined;
  const idempotency = keyHeader === undefined ? undefined : { key: readIdempotencyKey(keyHeader), outcome };
  if (type === 'mutation' && conditions.ifNoneMatch !== undefined) throw invalidArgument(notForWrites);
  boundInput(await getRawInput());
  const tenantDb = ctx.tenantDb(caller.organizationId);
  const db: TenantReader = tenantDb;
  // The only way to write: what changes is recorded with the change.
  const author = { tokenId: caller.tokenId, operation: path, requestId, idempotency };
  const writer = tenantDb.writtenBy(author);

  const granted = {
    requestId,
    conditions,
    outcome,
    limits,
    caller,
    db,
    writer,
    /** The versions of the resource that an `If-Match` lets an update start from; null for any. */
    versions: meta?.entityTag?.versionsIn(conditions.ifMatch, limits) ?? null,
    // Hides what could reach beyond the caller's organization from the operation.
    authenticate: undefined,
    limiter: undefined,
    counted: undefined,
    tenantDb: undefined,
  } satisfies Record<keyof Context, unknown> & Record<string, unknown>;
  const result = await withTimeout(next({ ctx: granted }));
  if (result.ok && meta?.entityTag) outcome.entityTag = meta.entityTag.etagOf(result.data, limits);
  return result;
});

/** @throws ApiError `unauthorized` unless the token is valid now */
async function authenticated(context: Context): Promise<Caller> {
  const caller = await context.authenticate();
  if (!caller) throw new ApiError('unauthorized');
  return caller;
}

/**
 * Makes the function that starts the definition of a module's operations. Chain `.input()`, `.output()` and `.query()` or `.mutation()` to it: the REST
 * route, the document, the tRPC procedure, the limits, the permission check and the error bodies follow.
 * @param permissions that the module declares; an operation that needs another does not compile
 */
export const operationsOf =
  <P extends Permission>(_permissions: readonly P[]) =>
  ({ method, path, tag, summary, description, ...guard }: Operation<P>) =>
    guarded.meta({
      ...guard,
      openapi: { method, path, summary, description, tags: [tag], protect: true },
    });

const notForWrites = {
  'If-None-Match': 'Do not send it with a write. For updates, use If-Match.',
};

const maxDepth = 32;
const maxValues = 10_000;

/**
 * Bounds an input, or the inputs of `calls` calls in one object.
 * @throws ApiError `invalid_argument` for what is nested too deep or holds too many values
 */
export function boundInput(input: unknown, calls = 0): void {
  const depthAllowed = calls > 0 ? maxDepth + 1 : maxDepth;
  let values = 0;

  function visit(value: unknown, depth: number): void {
    values += 1;
    if (values > maxValues * Math.max(1, calls))
      throw invalidArgument({ body: `Send JSON of at most ${maxValues} values.` });
    if (typeof value !== 'object' || value === null) return;
    if (depth > depthAllowed) throw invalidArgument({ body: `Send JSON nested at most ${maxDepth} deep.` });
    for (const part of Object.values(value)) visit(part, depth + 1);
  }
  visit(input, 1);
}
