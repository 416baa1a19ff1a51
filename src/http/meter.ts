import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOperation } from './operations.ts';

/** A call as it was answered; a tRPC batch has several. */
export interface AnsweredCall {
  readonly transport: 'rest' | 'trpc';
  /** Null where no operation was reached. */
  readonly operation: string | null;
  readonly status: number;
  /** How long its caller waited; each call of a batch as long as the batch. */
  readonly seconds: number;
}

/** Hears of calls that were answered, and of requests that were refused before they were read. */
export interface Meter {
  answered(call: AnsweredCall): void;
  refused(): void;
}

/** Tells the meter of each call of a request. */
export function measure(meter: Meter, request: FastifyRequest, reply: FastifyReply): void {
  const transport = request.url.startsWith('/trpc/') ? 'trpc' : 'rest';
  const seconds = reply.elapsedTime / 1_000;
  const calls = request.batch ?? [{ name: request.operationName ?? '', status: reply.statusCode }];
  for (const { name, status } of calls) {
    const operation = isOperation(name) ? name : null;
    meter.answered({ transport, operation, status, seconds });
  }
}
