import { setTimeout } from 'node:timers/promises';
import { fill, tokenOf } from '../../bench/requests/fixture.ts';
import type { Part, Trial } from '../part.ts';
import { type Engine, newDatabase, startRedis } from '../support/engines.ts';
import { ownersOf } from '../support/health.ts';
import { startServer, unlimited } from '../support/server.ts';
import { patienceSeconds, until } from '../support/until.ts';
import { Writers } from '../support/writers.ts';

/** The callers of each server, who make about 80 requests a second. */
const callers = 50;
const pauseMs = 600;
/** Organizations of their own that are asked whether the processes count together. */
const probing = 300;

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
    await fill(databaseUrl, callers + probing);
    const environment = { DATABASE_URL: databaseUrl, REDIS_URL: engine.url, ...unlimited };
    const servers = [await startServer(trial, environment), await startServer(trial, environment)];
    const urls = servers.map(({ url }) => url);
    await sharedAgain(trial, urls, 'at the start');
    const loads = urls.map((url) => {
      const load = new Writers();
      load.start(url, ownersOf(callers), pauseMs);
      trial.atEnd(() => load.stop());
      return load;
    });
    for (let round = 0; round < 2; round += 1)
      for (const [name, cause] of Object.entries(faults)) {
        await setTimeout(1_500);
        await cause(engine);
        await sharedAgain(trial, urls, name);
      }
    for (const load of loads) {
      await load.stop();
      const { served, refused, wrong, slowestMs } = load.answers;
      const seen = `${served} served, ${refused} refused, ${wrong.length} failed, the slowest ${slowestMs.toFixed(0)} ms`;
      trial.figure(seen);
      for (const each of wrong) trial.expect(false, each);
      // With Redis or without it, a machine that is too busy refuses some.
      trial.expect(served > 0 && refused < served / 20, seen);
      trial.expect(slowestMs < maxWaitMs, `beside a Redis frozen for ${frozenSeconds} s: ${seen}`);
    }
  },
};

let probes = 0;

/** Waits until each process sees what the other has admitted. */
async function sharedAgain(trial: Trial, urls: readonly string[], what: string): Promise<void> {
  const from = performance.now();
  async function isShared(): Promise<boolean> {
    const headers = { authorization: `Bearer ${tokenOf(callers + (probes++ % probing))}` };
    const remaining: number[] = [];
    for (const url of urls) {
      const response = await fetch(`${url}/v1/health`, { headers });
      await response.arrayBuffer();
      remaining.push(Number(/"endpoint";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]));
    }
    const [first = 0, second] = remaining;
    return second === first - 1;
  }
  trial.expect(await until(isShared, patienceSeconds, 250), `${what}: the limits are not shared again`);
  trial.figure(`${what}: shared after ${(performance.now() - from).toFixed(0)} ms`);
}
