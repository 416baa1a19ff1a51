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
  { db: root, log: parentLog, secrets: box, limits }: WebhookServices,
  endpoint: LeasedEndpoint,
  signal: AbortSignal,
): Promise<void> {
  const { organizationId, id } = endpoint;
  const db = new TenantDb(root, organizationId);
  const log = parentLog.child({ organization: organizationId, webhook: id });
  const endMs = performance.now() + turnMs;
  let failures = 0;
  let isHeld = true;
  const goesOn = () => isHeld && failures < maxFailuresOfTurn && performance.now() < endMs && !signal.aborted;

  async function attemptOf(delivery: PendingDelivery, secrets: SigningSecrets): Promise<Attempt | null> {
    try {
      const body = await messageOf(db, delivery, limits);
      return body === undefined ? null : await send(endpoint, { id: delivery.id, body }, secrets, signal);
    } catch (error) {
      signal.throwIfAborted();
      log.error({ delivery: delivery.id, err: error }, 'a webhook message failed');
      return { status: null, failure: 'the message could not be made' };
    }
  }

  async function deliverInOrder(ofClient: readonly PendingDelivery[], secrets: SigningSecrets) {
    for (const delivery of ofClient) {
      if (!goesOn()) return;
      const attempt = await attemptOf(delivery, secrets);
      const state = await recordAttempt(db, endpoint, delivery, attempt);
      isHeld &&= state === 'active';
      const reason = attempt?.failure ?? null;
      failures = reason === null ? 0 : failures + 1;
      if (reason === null) continue;
      const isPaused = state === 'paused';
      log.warn(
        { reason },
        isPaused ? 'a webhook endpoint was paused' : 'a webhook message was not accepted; retrying',
      );
      return;
    }
  }

  let failure: string | undefined;
  try {
    const secrets = openSigningSecrets({ db, secrets: box }, id, endpoint.secret);
    while (goesOn() && failures === 0) {
      const batch = await pendingDeliveries(db, endpoint);
      if (batch.length === 0) break;
      await eachClient(batch, (ofClient) => deliverInOrder(ofClient, secrets));
    }
  } catch (error) {
    if (error instanceof ConnectionFault) failure = error.message;
    else if (!signal.aborted) log.error({ err: error }, 'a webhook failed unexpectedly');
  }
  await releaseEndpoint(db, endpoint, failures > 0 || failure !== undefined, failure).catch(
    (error: unknown) => log.error({ err: error }, 'could not release a webhook'),
  );
}

/** Runs `deliver` for the events of each client, a few clients at a time; ends when all have ended. */
async function eachClient(
  batch: readonly PendingDelivery[],
  deliver: (ofClient: readonly PendingDelivery[]) => Promise<void>,
): Promise<void> {
  const byClient = new Map<string | null, PendingDelivery[]>();
  for (const delivery of batch)
    byClient.set(delivery.clientId, [...(byClient.get(delivery.clientId) ?? []), delivery]);
  const limit = pLimit(concurrentMessages);
  const lanes = await Promise.allSettled([...byClient.values()].map((ofClient) => limit(deliver, ofClient)));
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
}
