import { initTRPC } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { OpenApiMeta } from 'trpc-to-openapi';
import type { Context } from './context.ts';
import { inTime } from './deadline.ts';
import { ApiError, errorBody, invalidArgument, toApiError } from './errors.ts';
import { readIdempotencyKey } from './idempotency/key.ts';
import { isAllowed, type Permission } from './permissions.ts';
import { takeFromLimits } from './rate-limit/take.ts';
import type { TenantReader } from './tenant.ts';

/** What an operation declares beside its input and output. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT';
  /** The REST path, with its `/v1` prefix and its parameters in braces. */
  path: `/v1/${string}`;
  /** What a user key needs; 'none' when any valid token will do. */
  permission: Permission | 'none';
  /** The result is one resource, and has an entity tag. */
  hasEntityTag?: true;
  /** It inserts one row, and inserts it once for all requests with one `Idempotency-Key`. */
  takesIdempotencyKey?: true;
  tag: string;
  summary: string;
  description: string;
}

export type OperationMeta = OpenApiMeta<
  Pick<Operation, 'permission' | 'hasEntityTag' | 'takesIdempotencyKey'>
>;

/** An error as tRPC clients get it; `data.error` is the REST error object. */
export const toErrorShape = (error: ApiError, path: string | undefined, requestId: string) => ({
  code: TRPC_ERROR_CODES_BY_KEY[error.code],
  message: error.message,
  data: {
    code: error.code,
    httpStatus: error.status,
    path,
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
  const caller = await ctx.authenticate();
  if (!caller) throw new ApiError('unauthorized');
  await takeFromLimits(ctx, caller, path);

  const permission = meta?.permission;
  if (permission === undefined || !isAllowed(caller, permission)) {
    throw new ApiError('forbidden', {
      message: `This token lacks the permission "${permission}".`,
      details: { requiredPermission: permission },
    });
  }

  const { requestId, outcome, conditions, limits } = ctx;
  const keyHeader = meta?.takesIdempotencyKey ? conditions.idempotencyKey : undefined;
  const once = keyHeader === undefined ? undefined : { key: readIdempotencyKey(keyHeader), outcome };
  if (type === 'mutation' && conditions.ifNoneMatch !== undefined) throw invalidArgument(notForWrites);
  boundInput(await getRawInput());
  const tenantDb = ctx.tenantDb(caller.organizationId);
  const db: TenantReader = tenantDb;
  // The only way to write: what changes is recorded with the change.
  const author = { tokenId: caller.tokenId, operation: path, requestId, once };
  const writer = tenantDb.writtenBy(author);

  const granted = {
    requestId,
    conditions,
    outcome,
    limits,
    caller,
    db,
    writer,
    // Hides what could reach beyond the caller's organization from the operation.
    authenticate: undefined,
    limiter: undefined,
    tenantDb: undefined,
  } satisfies Record<keyof Context, unknown> & Record<string, unknown>;
  return inTime(next({ ctx: granted }));
});

/**
 * Starts the definition of an operation. Chain `.input()`, `.output()` and `.query()` or `.mutation()` to it: the REST
 * route, the document, the tRPC procedure, the limits, the permission check and the error bodies follow.
 */
export function operation({ method, path, tag, summary, description, ...guard }: Operation) {
  return guarded.meta({
    ...guard,
    openapi: { method, path, summary, description, tags: [tag], protect: true },
  });
}

const notForWrites = {
  'If-None-Match': 'Do not send it with a write: it is for reads, and If-Match for updates.',
};

const maxDepth = 32;
const maxValues = 10_000;

/** @throws ApiError `invalid_argument` for what is nested too deep or holds too many values */
function boundInput(input: unknown): void {
  let values = 0;

  function visit(value: unknown, depth: number): void {
    values += 1;
    if (values > maxValues) throw invalidArgument({ body: `Send JSON of at most ${maxValues} values.` });
    if (typeof value !== 'object' || value === null) return;
    if (depth > maxDepth) throw invalidArgument({ body: `Send JSON nested at most ${maxDepth} deep.` });
    for (const part of Object.values(value)) visit(part, depth + 1);
  }
  visit(input, 1);
}
