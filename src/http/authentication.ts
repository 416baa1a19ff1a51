import type { FastifyRequest } from 'fastify';
import { ApiRequest, type Context, type Services } from '../core/context.ts';
import { bearerToken, conditionsOf } from './answer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The context of the operation; null until the check of its token begins. */
    context: Context | null;
  }
}

/** Checks token and rate limits of a request before its body is read. @throws ApiError see `ApiRequest` */
export function admit(
  request: FastifyRequest,
  services: Services,
  operations: readonly string[],
): Promise<void> {
  const admitted = new ApiRequest(services, {
    token: bearerToken(request),
    requestId: request.id,
    conditions: conditionsOf(request),
  });
  request.outcome = admitted.outcome;
  request.context = { request: admitted };
  return admitted.admit(operations);
}

/** Returns the context of a request whose check has begun; `ApiRequest.begin` refuses what was not admitted. */
export function contextOf({ context }: FastifyRequest): Context {
  if (!context) throw new Error('The request was not admitted.');
  return context;
}
