import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

/** Creates the metrics of this process; undefined when disabled, and then their package is not loaded either. */
export async function createMetrics({ host, metricsPort }: Config): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { createMetrics: create } = await import('./metrics.ts');
  return create(host, metricsPort);
}

/** Creates the tracing of this process; undefined when disabled, and then its packages are not loaded either. */
export async function createTracing({ tracing }: Config, log: Logger): Promise<Tracing | undefined> {
  if (!tracing) return undefined;
  const { createTracing: create } = await import('./tracing.ts');
  return create(log);
}
