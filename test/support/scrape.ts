import { vi } from 'vitest';
import type { Main } from './process.ts';
import { eventTimeoutMs } from './timeouts.ts';

/** Waits until a program prints the URL of its metrics, and returns it. */
export const metricsUrl = (main: Main) => main.prints(/Metrics are on (http:[^"\s]+)/);

/** Samples by name and labels as printed: `name{label="value"}`. */
export type Samples = ReadonlyMap<string, number>;

/** Fetches and parses metrics, as Prometheus does. */
export async function scrape(url: string): Promise<Samples> {
  const response = await fetch(url);
  const type = response.headers.get('content-type');
  if (response.status !== 200 || type !== 'text/plain; version=0.0.4; charset=utf-8')
    throw new Error(`answered with ${response.status} and ${type}`);
  return readSamples(await response.text());
}

/** Scrapes when the database and Redis answer in time, which a busy machine may delay. */
export const scrapeUndisturbed = (url: string): Promise<Samples> =>
  vi.waitUntil(
    async () => {
      const samples = await scrape(url);
      return isUndisturbed(samples) && samples;
    },
    { timeout: eventTimeoutMs },
  );

function isUndisturbed(samples: Samples): boolean {
  const queried = ['clientele_worker_due_clients', 'clientele_connections{state="idle"}'];
  const hasWorker = samples.has('clientele_worker_last_turn_seconds');
  return (
    samples.get('clientele_database_ready') === 1 &&
    samples.get('clientele_redis_up') !== 0 &&
    (!hasWorker || queried.every((name) => samples.has(name)))
  );
}

/** Selects the samples of one metric, by their labels. */
export const samplesOf = (samples: Samples, metric: string) =>
  Object.fromEntries(
    [...samples]
      .filter(([name]) => name.startsWith(`${metric}{`))
      .map(([name, value]) => [name.slice(metric.length + 1, -1), value]),
  );

/** Parses the Prometheus text format, of which prom-client writes one sample a line. */
export const readSamples = (text: string): Samples =>
  new Map([...text.matchAll(/^([^#\s].*) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]));
