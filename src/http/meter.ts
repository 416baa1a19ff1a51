import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RefusalReason } from './lane.ts';
import { proceduresByName } from './operations.ts';

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
  /** @param isAuthenticated true if its token is in this process's cache */
  refused(reason: RefusalReason, isAuthenticated: boolean): void;
}

/** Passes each call of a request to the meter. */
export function measure(meter: Meter, request: FastifyRequest, reply: FastifyReply): void {
  const transport = request.url.startsWith('/trpc/') ? 'trpc' : 'rest';
  const seconds = reply.elapsedTime / 1_000;
  const calls = request.batch ?? [{ name: request.operationName ?? '', status: reply.statusCode }];
  for (const { name, status } of calls) {
    const operation = proceduresByName.get(name)?.name ?? null;
    meter.answered({ transport, operation, status, seconds });
  }
}
