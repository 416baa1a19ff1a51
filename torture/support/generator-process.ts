/** Sends the requests it is told over IPC, and tells what came of them. */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { clientOf, tokenOf } from '../../bench/requests/fixture.ts';
import { answerTasks } from '../../bench/requests/processes.ts';
import { createRedisLimiter } from '../../src/core/rate-limit/redis.ts';
import { type Arrival, type Arrivals, nowMs, type Plan } from './generator.ts';
import { createLeanClient, type LeanAnswer } from './lean-client.ts';

interface Target {
  readonly servers: number;
  /** True when a request to the server would have to wait for a connection. */
  isBusy(server: number): boolean;
  answer(server: number, organization: number, path: string): Promise<LeanAnswer>;
  close(): Promise<unknown>;
}

const unknownToken = () =>
  `sk_live_${randomBytes(32).toString('base64').replaceAll(/[+/=]/g, '0').slice(0, 32)}`;

let updates = 0;

async function toServers(urls: readonly string[], plan: Plan): Promise<Target> {
  const { connections, tokens } = plan;
  const clients = urls.map((url) => createLeanClient(url, connections));
  for (const client of clients) await client.open();
  return {
    servers: urls.length,
    isBusy: (server) => clients[server]?.isBusy() ?? true,
    async answer(server, organization, path) {
      const token =
        tokens === 'unknown' ? unknownToken() : 'token' in tokens ? tokens.token : tokenOf(organization);
      const client = clients[server];
      if (!client) throw new Error(`There is no server ${server}.`);
      updates += plan.updates ?? 0;
      const isUpdate = updates >= 1;
      if (isUpdate) updates -= 1;
      return client.send(
        path.replace('{client}', () => clientOf(organization)),
        token,
        isUpdate ? { name: `Renamed ${Math.random()}` } : undefined,
      );
    },
    async close() {
      for (const client of clients) client.close();
    },
  };
}

let outages = 0;

async function toLimiter({
  redisUrl,
  windowMs,
  perWindow,
}: Extract<Plan['to'], { redisUrl: string }>): Promise<Target> {
  const [organizationPerMinute, endpointPerMinute] = perWindow;
  let isShared = () => {};
  const shared = new Promise<void>((resolve) => (isShared = resolve));
  const log = {
    warn: () => (outages += 1),
    info: () => isShared(),
  };
  const limits = { organizationPerMinute, endpointPerMinute };
  const limiter = createRedisLimiter({ url: redisUrl, windowMs, limits, log });
  await Promise.race([shared, setTimeout(500)]);
  return {
    servers: 1,
    isBusy: () => false,
    async answer(_server, organization, path) {
      const { allowed, retryAfterMs } = await limiter.take(`organization-${organization}`, path);
      return { status: allowed ? 200 : 429, retryAfterSeconds: retryAfterMs / 1_000, malformed: 0 };
    },
    close: () => limiter.close(),
  };
}

async function send(plan: Plan): Promise<Arrivals> {
  const { to, rate, seconds, connections, tokens, paths } = plan;
  outages = 0;
  const target = await ('urls' in to ? toServers(to.urls, plan) : toLimiter(to));
  const rows: Arrival[] = [];
  let dropped = 0;

  async function sendOne(dueMs: number): Promise<void> {
    const server = Math.floor(Math.random() * target.servers);
    if (plan.drops && target.isBusy(server)) {
      dropped += 1;
      return;
    }
    const organization = typeof tokens === 'object' && 'count' in tokens ? chosen(tokens) : -1;
    const path = Math.floor(Math.random() * paths.length);
    const sentMs = nowMs();
    const answer = await target.answer(server, organization, paths[path] ?? '/');
    rows.push({ organization, path, server, dueMs, sentMs, receivedMs: nowMs(), ...answer });
  }

  const startedAt = nowMs();
  const endMs = startedAt + seconds * 1_000;
  if (rate === 'most') {
    const sending = Array.from({ length: connections * target.servers }, async () => {
      while (nowMs() < endMs) await sendOne(nowMs());
    });
    await Promise.all(sending);
  } else {
    const total = Math.floor(rate * seconds);
    const sending: Promise<void>[] = [];
    while (sending.length < total) {
      const due = Math.min(total, ((nowMs() - startedAt) / 1_000) * rate);
      while (sending.length < due) sending.push(sendOne(startedAt + (sending.length / rate) * 1_000));
      await setTimeout(1);
    }
    await Promise.all(sending);
  }
  await target.close();
  return toColumns(rows, dropped);
}

function chosen({ first, count, skewed = false }: Extract<Plan['tokens'], { count: number }>): number {
  const random = Math.random();
  return first + Math.floor((skewed ? random * random : random) * count);
}

const toColumns = (rows: readonly Arrival[], dropped: number): Arrivals => ({
  organization: Int32Array.from(rows, (row) => row.organization),
  path: Int32Array.from(rows, (row) => row.path),
  server: Int32Array.from(rows, (row) => row.server),
  dueMs: Float64Array.from(rows, (row) => row.dueMs),
  sentMs: Float64Array.from(rows, (row) => row.sentMs),
  receivedMs: Float64Array.from(rows, (row) => row.receivedMs),
  status: Int32Array.from(rows, (row) => row.status),
  retryAfterSeconds: Float64Array.from(rows, (row) => row.retryAfterSeconds),
  malformed: Int32Array.from(rows, (row) => row.malformed),
  outages,
  dropped,
});

answerTasks(send);
