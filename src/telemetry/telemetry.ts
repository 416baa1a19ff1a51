import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

/** The metrics of this process, or undefined where none are asked for: then not even their package is loaded. */
export async function createMetrics({ host, metricsPort }: Config): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { createMetrics: create } = await import('./metrics.ts');
  return create(host, metricsPort);
}

/** The tracing of this process, or undefined where it is off: then not even its packages are loaded. */
export async function createTracing({ tracing }: Config, log: Logger): Promise<Tracing | undefined> {
  if (!tracing) return undefined;
  const { createTracing: create } = await import('./tracing.ts');
  return create(log);
}
