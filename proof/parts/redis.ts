import { setTimeout } from 'node:timers/promises';
import { fill, tokenOf } from '../../bench/requests/fixture.ts';
import type { Part, Trial } from '../part.ts';
import { type Engine, newDatabase, startRedis } from '../support/engines.ts';
import { type Arrival, type Generator, nowMs, startGenerator, statusesOf } from '../support/generator.ts';
import { startServer } from '../support/server.ts';
import { provenOverruns } from '../support/sliding-log.ts';
import { patienceSeconds, until } from '../support/until.ts';

/** So many that most requests pass. */
const organizations = 1_200;
/** Organizations of their own that ask far more than they may. */
const busy = 2;
/** Organizations of their own that are asked whether the processes count together. */
const probing = 4_000;

/** Far longer than a request may wait for Redis, which is 75 ms. */
const frozenSeconds = 20;
const maxWaitMs = 5_000;

const faults: Record<string, (redis: Engine) => Promise<void>> = {
  async killed(redis) {
    await redis.stop('SIGKILL');
    await setTimeout(2_000);
    await redis.start();
  },
  async 'frozen for a moment'(redis) {
    redis.freeze();
    await setTimeout(1_000);
    redis.thaw();
  },
  async 'frozen for long'(redis) {
    redis.freeze();
    await setTimeout(frozenSeconds * 1_000);
    redis.thaw();
  },
};

export const redis: Part = {
  promise: 'Redis killed, frozen, back: no request fails or waits for it, and the limits are shared again',
  async run(trial) {
    const engine = await startRedis(trial);
    const databaseUrl = await newDatabase(trial);
    await fill(databaseUrl, organizations + probing);
    const environment = { DATABASE_URL: databaseUrl, REDIS_URL: engine.url };
    const servers = [await startServer(trial, environment), await startServer(trial, environment)];
    const urls = servers.map(({ url }) => url);
    await sharedAgain(trial, urls, 'at the start');

    let isOver = false;
    async function load(send: Generator, rate: number, first: number, count: number): Promise<Arrival[]> {
      const paths = ['/v1/organization', '/v1/health', '/v1/clients/{client}'];
      const plan = { urls, rate, seconds: 5, connections: 16, paths, organizations: { first, count } };
      let rows: Arrival[] = [];
      while (!isOver) rows = rows.concat(await send(plan));
      return rows;
    }
    const loads = Promise.all([
      load(startGenerator(trial), 150, busy, organizations - busy),
      load(startGenerator(trial), 20, 0, busy),
    ]);
    for (let round = 0; round < 2; round += 1)
      for (const [name, cause] of Object.entries(faults)) {
        await setTimeout(1_500);
        await cause(engine);
        await sharedAgain(trial, urls, name);
      }
    isOver = true;
    const all = (await loads).flat();

    const statuses = statusesOf(all);
    const slowestMs = all.reduce((most, { sentMs, receivedMs }) => Math.max(most, receivedMs - sentMs), 0);
    trial.figure(
      `${all.length} requests, by status ${JSON.stringify(statuses)}, the slowest ${slowestMs.toFixed(0)} ms`,
    );
    trial.expect(
      Object.keys(statuses).every((status) => ['200', '429', '503'].includes(status)),
      `requests failed: ${JSON.stringify(statuses)}`,
    );
    // With Redis or without it, a machine that is too busy refuses some.
    trial.expect(
      (statuses[503] ?? 0) < all.length / 20,
      `${statuses[503]} requests were refused as too many`,
    );
    trial.expect((statuses[429] ?? 0) > 0, 'no limit was reached, so that nothing was tried of them');
    trial.expect(
      slowestMs < maxWaitMs,
      `beside a Redis frozen for ${frozenSeconds} s, one waited ${slowestMs.toFixed(0)} ms`,
    );
    for (const url of urls) {
      const overruns = provenOverruns(all.filter((row) => row.url === url));
      trial.expect(overruns === 0, `one process admitted more than a limit ${overruns} times`);
    }
  },
};

let probes = 0;

/** Waits until each process sees what the other has admitted. */
async function sharedAgain(trial: Trial, urls: readonly string[], what: string): Promise<void> {
  const from = nowMs();
  async function isShared(): Promise<boolean> {
    const headers = { authorization: `Bearer ${tokenOf(organizations + (probes++ % probing))}` };
    const remaining: number[] = [];
    for (const url of urls) {
      const response = await fetch(`${url}/v1/health`, { headers });
      await response.arrayBuffer();
      remaining.push(Number(/"endpoint";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]));
    }
    const [first = 0, second] = remaining;
    return second === first - 1;
  }
  trial.expect(await until(isShared, patienceSeconds), `${what}: the limits are not shared again`);
  trial.figure(`${what}: shared after ${(nowMs() - from).toFixed(0)} ms`);
}
