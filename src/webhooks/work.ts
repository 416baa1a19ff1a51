import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { ConnectionFault } from '../connections/fault.ts';
import type { Db } from '../core/db/database.ts';
import { newId } from '../core/db/id.ts';
import { TenantDb } from '../core/db/tenant.ts';
import type { Background } from '../core/loop.ts';
import type { RateLimits } from '../core/rate-limit/rate-limit.ts';
import type { SecretBox } from '../core/secret-key.ts';
import { startSessions } from '../core/sessions.ts';
import {
  distributeEvents,
  endpointLeases,
  type LeasedEndpoint,
  leaseEndpoints,
  type PendingDelivery,
  pendingDeliveries,
  recordAttempt,
  releaseEndpoint,
} from './leases.ts';
import { messageOf } from './message.ts';
import { openSigningSecrets } from './operations.ts';
import { type Attempt, send } from './send.ts';
import type { SigningSecrets } from './signature.ts';

export interface WebhookServices {
  readonly db: Db;
  readonly log: Logger;
  readonly secrets: SecretBox;
  /** The limits that an organization's resource shows. */
  readonly limits: RateLimits;
  /** The pause between two looks for events. */
  readonly restMs?: number;
}

/** The endpoints that a process serves at once. An organization has at most ten. */
const maxServed = 256;
/** After this time the turn of an endpoint ends, so that others get theirs. */
const turnMs = 10_000;
/** The messages on their way to an endpoint at once, each of another client. */
const concurrentMessages = 4;
/** After this many failures in a row, an endpoint waits for its next turn. */
const maxFailuresOfTurn = 4;

/** Starts to deliver events to endpoints that no other process serves. What was on its way when it is stopped is sent again. */
export const startWebhooks = (services: WebhookServices): Background =>
  startSessions({
    log: services.log,
    what: 'webhooks',
    restMs: services.restMs ?? 1_000,
    maxSessions: maxServed,
    maxStarted: maxServed,
    leaseMs: endpointLeases.leaseMs,
    lease: async (limit) => {
      await distributeEvents(services.db);
      return leaseEndpoints(services.db, newId(), limit);
    },
    renew: (held) => endpointLeases.renew(services.db, held),
    run: (endpoint, session) => serve(services, endpoint, session),
  });

/** Delivers what is pending for an endpoint, a batch at a time while it is accepted, and releases it. Never throws. */
async function serve(
  services: WebhookServices,
  endpoint: LeasedEndpoint,
  signal: AbortSignal,
): Promise<void> {
  const { log } = services;
  const db = new TenantDb(services.db, endpoint.organizationId);
  const details = { organization: endpoint.organizationId, webhook: endpoint.id };
  const endMs = performance.now() + turnMs;
  let failure: string | undefined;
  try {
    const secrets = openSigningSecrets({ db, secrets: services.secrets }, endpoint.id, endpoint.secret);
    while (!signal.aborted) {
      const batch = await pendingDeliveries(db, endpoint);
      if (batch.length === 0 || !(await deliver(services, db, endpoint, secrets, batch, endMs, signal)))
        break;
    }
  } catch (error) {
    if (error instanceof ConnectionFault) failure = error.message;
    else if (!signal.aborted) log.error({ ...details, err: error }, 'a webhook failed unexpectedly');
  }
  await releaseEndpoint(db, endpoint, failure).catch((error: unknown) =>
    log.error({ ...details, err: error }, 'could not release a webhook'),
  );
}

/**
 * Delivers a batch: events of one client in order, and after a failure none of its later ones.
 * @param endMs the end of the turn, by `performance.now()`
 * @returns false when the endpoint has to wait for its next turn
 */
async function deliver(
  { limits, log }: WebhookServices,
  db: TenantDb,
  endpoint: LeasedEndpoint,
  secrets: SigningSecrets,
  batch: readonly PendingDelivery[],
  endMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  let failures = 0;
  let isHeld = true;
  const goesOn = () => isHeld && failures < maxFailuresOfTurn && performance.now() < endMs && !signal.aborted;

  async function attemptOf(delivery: PendingDelivery): Promise<Attempt | null> {
    const body = await messageOf(db, delivery, limits);
    return body === undefined ? null : send(endpoint, { id: delivery.id, body }, secrets, signal);
  }

  async function deliverOne(delivery: PendingDelivery): Promise<boolean> {
    const attempt = await attemptOf(delivery).catch((error: unknown) => {
      signal.throwIfAborted();
      log.error({ webhook: endpoint.id, delivery: delivery.id, err: error }, 'a webhook message failed');
      return { status: null, failure: 'the message could not be made' };
    });
    const state = await recordAttempt(db, endpoint, delivery, attempt);
    isHeld &&= state === 'active';
    const isFailure = attempt !== null && attempt.failure !== null;
    if (isFailure)
      log.warn(
        { organization: endpoint.organizationId, webhook: endpoint.id, reason: attempt.failure },
        state === 'paused' ? 'a webhook endpoint was paused' : 'a webhook message was not accepted; retrying',
      );
    failures = isFailure ? failures + 1 : 0;
    return !isFailure;
  }

  async function deliverInOrder(ofClient: readonly PendingDelivery[]): Promise<void> {
    for (const delivery of ofClient) if (!goesOn() || !(await deliverOne(delivery))) return;
  }

  const limit = pLimit(concurrentMessages);
  const byClient = new Map<string | null, PendingDelivery[]>();
  for (const delivery of batch)
    byClient.set(delivery.clientId, [...(byClient.get(delivery.clientId) ?? []), delivery]);
  const lanes = [...byClient.values()].map((ofClient) => limit(() => deliverInOrder(ofClient)));
  // All of them have ended before the endpoint is released.
  for (const ended of await Promise.allSettled(lanes)) if (ended.status === 'rejected') throw ended.reason;
  return goesOn() && failures === 0;
}
