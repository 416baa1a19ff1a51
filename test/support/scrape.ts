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

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
const sampleLine = new RegExp(`^(${name})(\\{${label}(?:,${label})*\\})? (\\S+)$`);
const typeLine = new RegExp(`^# TYPE (${name}) (counter|gauge|histogram|summary)$`);
const helpLine = new RegExp(`^# HELP ${name} .+$`);

/**
 * Parses the Prometheus text format, version 0.0.4.
 * @throws Error for unknown lines, samples without a type, values that are not numbers, and duplicate samples
 */
function readSamples(text: string): Samples {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const types = new Map<string, string>();
  const samples = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '' || helpLine.test(line)) continue;
    const [, typed, type] = typeLine.exec(line) ?? [];
    if (typed !== undefined && type !== undefined) {
      if (types.has(typed)) throw new Error(`typed twice: ${typed}`);
      types.set(typed, type);
      continue;
    }
    const [, metric = '', labels = '', number = ''] = sampleLine.exec(line) ?? [];
    const family = types.has(metric) ? metric : metric.replace(/_(?:bucket|sum|count)$/, '');
    const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number);
    // Prometheus accepts NaN in any case. The event loop lag is NaN before the first turn of the loop ends.
    const isNumber = !Number.isNaN(value) || /^nan$/i.test(number);
    if (!types.has(family) || !isNumber) throw new Error(`not a sample: ${line}`);
    if (samples.has(metric + labels)) throw new Error(`given twice: ${line}`);
    samples.set(metric + labels, value);
  }
  return samples;
}
