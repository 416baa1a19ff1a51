import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOperation } from './operations.ts';

/** An answered call. A tRPC batch has several. */
export interface AnsweredCall {
  readonly transport: 'rest' | 'trpc';
  /** Null if no operation was reached. */
  readonly operation: string | null;
  readonly status: number;
  /** Response time; for a call in a batch, that of the batch. */
  readonly seconds: number;
}

/** Measures answered calls, and requests refused by load shedding. */
export interface Meter {
  answered(call: AnsweredCall): void;
  refused(): void;
}

/** Passes each call of a request to the meter. */
export function measure(meter: Meter, request: FastifyRequest, reply: FastifyReply): void {
  const transport = request.url.startsWith('/trpc/') ? 'trpc' : 'rest';
  const seconds = reply.elapsedTime / 1_000;
  const calls = request.batch ?? [{ name: request.operationName ?? '', status: reply.statusCode }];
  for (const { name, status } of calls) {
    const operation = isOperation(name) ? name : null;
    meter.answered({ transport, operation, status, seconds });
  }
}
