import { setTimeout } from 'node:timers/promises';
import { fill } from '../../bench/requests/fixture.ts';
import type { Part } from '../part.ts';
import { sharedDatabase, startRedis } from '../support/engines.ts';
import { type Arrival, startGenerator, statusesOf } from '../support/generator.ts';
import { type Server, startServer } from '../support/server.ts';
import { provenMistakes, provenOverruns } from '../support/sliding-log.ts';

const processes = 4;
const limitsPerMinute = { organization: 100, endpoint: 50, windowMs: 60_000 };

/** Half of the requests are to the first operation, so that both limits are reached. */
const paths = [...Array<string>(4).fill('/v1/health'), '/v1/organization', '/v1/organization', '/v1/clients'];

/** Fewer than they could send; the busiest take several times their limits. */
const organizations = 100;
const requestsPerSecond = 250;

/** More than two windows, in slices of a few seconds. */
const slices = 30;
const sliceSeconds = 5;
const maxAttempts = 5;

export const limits: Part = {
  promise:
    'four processes, random arrivals: never over 100 or 50 in any 60 s, never refused early, and the announced wait suffices',
  async run(trial) {
    const redis = await startRedis(trial);
    const databaseUrl = await sharedDatabase(trial);
    await fill(databaseUrl, maxAttempts * organizations);
    const environment = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, LOG_LEVEL: 'warn' };
    const servers: Server[] = [];
    for (let server = 0; server < processes; server += 1) servers.push(await startServer(trial, environment));
    const send = startGenerator(trial);
    await setTimeout(1_500);
    const outages = () =>
      servers.flatMap((server) => server.log().match(/Redis is not responding/g) ?? []).length;

    let arrivals: Arrival[] = [];
    for (let attempt = 0, slice = 0; slice < slices; slice += 1) {
      const before = outages();
      const urls = servers.map(({ url }) => url);
      const some = { first: attempt * organizations, count: organizations, skewed: true };
      const plan = { urls, rate: requestsPerSecond, seconds: sliceSeconds, connections: 16, paths };
      arrivals = arrivals.concat(await send({ ...plan, organizations: some }));
      if (outages() === before) continue;
      // On a machine so busy that Redis is silent for a moment, processes count alone, as they are to in an outage.
      trial.figure(`begun again after ${(slice + 1) * sliceSeconds} s: Redis was taken for gone`);
      attempt += 1;
      if (attempt === maxAttempts) return trial.expect(false, 'Redis was taken for gone in every attempt');
      [arrivals, slice] = [[], -1];
    }

    const statuses = statusesOf(arrivals);
    const overruns = provenOverruns(arrivals, limitsPerMinute);
    const { refusals, early, tooShort } = provenMistakes(arrivals, limitsPerMinute);
    trial.figure(
      `${arrivals.length} requests to ${processes} servers, ${refusals} refused: ${overruns} over a limit, ${early} refused early, ${tooShort} told too short a wait`,
    );
    trial.expect((statuses[200] ?? 0) + refusals === arrivals.length, `failed: ${JSON.stringify(statuses)}`);
    trial.expect(refusals > arrivals.length / 10, 'hardly a limit was reached');
    trial.expect(overruns === 0, `more than a limit was admitted ${overruns} times`);
    trial.expect(early === 0, `${early} were refused early`);
    trial.expect(tooShort === 0, `${tooShort} were told too short a wait`);
  },
};
