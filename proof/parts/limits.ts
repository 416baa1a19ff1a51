import { setTimeout } from 'node:timers/promises';
import { fill } from '../../bench/requests/fixture.ts';
import type { Part } from '../part.ts';
import { newDatabase, startRedis } from '../support/engines.ts';
import { type Arrival, startGenerator, statusesOf } from '../support/generator.ts';
import { type Server, startServer } from '../support/server.ts';
import { provenMistakes, provenOverruns } from '../support/sliding-log.ts';

const processes = 4;

/** Half of the requests are to the first operation, so that both limits are reached. */
const paths = [...Array<string>(4).fill('/v1/health'), '/v1/organization', '/v1/organization', '/v1/clients'];

/** The busiest take several times their limits. */
const organizations = 60;
const requestsPerSecond = 150;

/** More than two windows, in slices of a few seconds. */
const slices = 30;
const sliceSeconds = 5;

export const limits: Part = {
  promise:
    'four processes, random arrivals: never over 100 or 50 in any 60 s, never refused early, and the announced wait suffices',
  async run(trial) {
    const redis = await startRedis(trial);
    const databaseUrl = await newDatabase(trial);
    await fill(databaseUrl, slices * organizations);
    const environment = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, LOG_LEVEL: 'warn' };
    const servers: Server[] = [];
    for (let server = 0; server < processes; server += 1) servers.push(await startServer(trial, environment));
    const send = startGenerator(trial);
    await setTimeout(1_500);
    const outages = () =>
      servers.flatMap((server) => server.log().match(/Redis is not responding/g) ?? []).length;

    // On a machine so busy that Redis is silent for a moment, processes count alone, as they are to in an outage. What
    // came until then is judged, and other organizations go on.
    const segments: Arrival[][] = [];
    for (let slice = 0, isCalm = false; slice < slices; slice += 1) {
      const before = outages();
      if (!isCalm) segments.push([]);
      const some = { first: (segments.length - 1) * organizations, count: organizations, skewed: true };
      const urls = servers.map(({ url }) => url);
      const plan = { urls, rate: requestsPerSecond, seconds: sliceSeconds, connections: 16, paths };
      const arrived = await send({ ...plan, organizations: some });
      isCalm = outages() === before;
      if (isCalm) segments.at(-1)?.push(...arrived);
    }

    const all = segments.flat();
    const longest = Math.max(...segments.map(({ length }) => length)) / requestsPerSecond;
    const overruns = sum(segments.map(provenOverruns));
    const mistakes = segments.map(provenMistakes);
    const refusals = sum(mistakes.map((of) => of.refusals));
    const early = sum(mistakes.map((of) => of.early));
    const tooShort = sum(mistakes.map((of) => of.tooShort));
    const statuses = statusesOf(all);
    trial.figure(
      `${all.length} requests to ${processes} servers, ${refusals} refused: ${overruns} over a limit, ${early} refused early, ${tooShort} told too short a wait`,
    );
    trial.figure(
      `Redis was taken for gone ${outages()} times; the longest time without it ${longest.toFixed(0)} s`,
    );
    const { 200: _, 429: __, 503: shed = 0, ...odd } = statuses;
    // A machine that is too busy refuses some.
    const isServed = Object.keys(odd).length === 0 && shed < all.length / 20;
    trial.expect(isServed, `failed: ${JSON.stringify(statuses)}`);
    trial.expect(refusals > all.length / 10, 'hardly a limit was reached');
    trial.expect(
      all.length > (slices * sliceSeconds * requestsPerSecond) / 4,
      'Redis was taken for gone most of the time',
    );
    trial.expect(overruns === 0, `more than a limit was admitted ${overruns} times`);
    trial.expect(early === 0, `${early} were refused early`);
    trial.expect(tooShort === 0, `${tooShort} were told too short a wait`);
  },
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
