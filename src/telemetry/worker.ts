import { summarizeConnections } from '../connections/summary.ts';
import type { Db } from '../core/db/database.ts';
import { readBacklog } from '../insights/jobs.ts';
import { summarizeWebhooks } from '../webhooks/summary.ts';
import type { Worker } from '../worker/worker.ts';
import { type Sampled, shared } from './sampled.ts';

/** Registers the worker of the process, and the backlog, connections and webhooks, which are queried at each scrape. */
export function registerWorker(sampled: Sampled, worker: Worker, db: Db): void {
  const { counts, removed } = worker;
  sampled.gauge(
    'clientele_worker_last_turn_seconds',
    'Seconds since the loop of the worker last began a turn; normally below 60',
    () => worker.heartbeatAgeMs() / 1_000,
  );
  registerConnections(sampled, db);
  registerWebhooks(sampled, db);
  registerBacklog(sampled, db);
  sampled.counterBy(
    'result',
    'clientele_worker_clients_total',
    'Clients processed by this process, by result',
    () => ({ computed: counts.computed, failed: counts.failed }),
  );
  sampled.counter(
    'clientele_worker_assigned_activities_total',
    'Activities recorded before their rule was wired and assigned by this process',
    () => counts.assigned,
  );
  sampled.counterBy(
    'kind',
    'clientele_worker_removed_total',
    'Rows removed by this process after their retention, by kind',
    () => removed,
  );
}

function registerConnections({ gauge, gaugeBy }: Sampled, db: Db): void {
  const summary = shared(() => summarizeConnections(db));
  gaugeBy(
    'state',
    'clientele_connections',
    'Connections to mailboxes and calendars, by state; absent while the database does not answer',
    async () => (await summary())?.byState,
  );
  gauge(
    'clientele_connections_longest_unseen_seconds',
    'Seconds since the last answer of the server that has been silent longest, or since it was due to be asked, without paused and failing connections; absent while the database does not answer',
    async () => (await summary())?.longestUnseenSeconds,
  );
}

function registerWebhooks({ gauge, gaugeBy }: Sampled, db: Db): void {
  const summary = shared(() => summarizeWebhooks(db));
  gaugeBy(
    'state',
    'clientele_webhook_endpoints',
    'Webhook endpoints, by state; absent while the database does not answer',
    async () => (await summary())?.byState,
  );
  gauge(
    'clientele_webhook_longest_due_seconds',
    'Seconds for which the longest due webhook message has been due, without those of paused and failing endpoints; absent while the database does not answer',
    async () => (await summary())?.longestDueSeconds,
  );
}

function registerBacklog({ gauge }: Sampled, db: Db): void {
  const backlog = shared(() => readBacklog(db));
  gauge(
    'clientele_worker_due_clients',
    'Clients whose cards are due; absent while the database does not answer',
    async () => (await backlog())?.clients,
  );
  gauge(
    'clientele_worker_oldest_due_seconds',
    'Seconds for which the longest due client has been due; absent while the database does not answer',
    async () => (await backlog())?.oldestSeconds,
  );
}
