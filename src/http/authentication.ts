import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type Context, createContext, type Services } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import { type Caller, requirePermission } from '../core/permissions.ts';
import { takeAhead } from '../core/rate-limit/take.ts';
import { bearerToken, conditionsOf } from './answer.ts';
import type { MountedOperation } from './operations.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The context of the operation; null until the token has been checked. */
    context: Context | null;
  }
}

/**
 * Makes the hook that checks token, rate limits and permission before the body is read. The base procedure checks token
 * and permission again afterwards.
 */
export const admit =
  (services: Services, { name, permission }: MountedOperation): onRequestAsyncHookHandler =>
  async (request) => {
    request.operationName = name;
    const { context, caller } = await authenticate(request, services);
    await takeAhead(context, caller, [name]);
    requirePermission(caller, permission);
  };

/** @throws ApiError `unauthorized` unless the token is valid */
export async function authenticate(
  request: FastifyRequest,
  services: Services,
): Promise<{ context: Context; caller: Caller }> {
  const context = createContext(services, {
    token: bearerToken(request),
    requestId: request.id,
    conditions: conditionsOf(request),
  });
  request.outcome = context.outcome;
  const caller = await context.authenticate();
  if (!caller) throw new ApiError('unauthorized');
  request.context = context;
  return { context, caller };
}

/** Returns the context of an admitted request. */
export function contextOf({ context }: FastifyRequest): Context {
  if (!context) throw new Error('The route has no `admit` hook.');
  return context;
}
