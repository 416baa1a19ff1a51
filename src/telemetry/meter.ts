import { Counter, Histogram, type Registry } from 'prom-client';
import { type RefusalReason, refusalReasons } from '../http/lane.ts';
import type { AnsweredCall, Meter } from '../http/meter.ts';

/** The counts of calls with the same operation and transport. */
interface Series {
  readonly labels: { readonly operation: string; readonly transport: AnsweredCall['transport'] };
  readonly countByStatus: Map<number, number>;
  observe(seconds: number): void;
}

/** Upper bounds in seconds: from the duration of a read to the request timeout. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * Counts calls and their durations. Requests only increment counters; labels are assembled at each scrape.
 */
export function createMeter(registry: Registry): Meter {
  const registers = [registry];
  const series = { rest: new Map<string, Series>(), trpc: new Map<string, Series>() };
  const noneRefused = () => new Map<RefusalReason, number>(refusalReasons.map((reason) => [reason, 0]));
  const refused = { true: noneRefused(), false: noneRefused() };

  const durations = new Histogram({
    name: 'clientele_request_duration_seconds',
    help: 'Time to the response in seconds; each call in a batch takes as long as the batch',
    labelNames: ['operation', 'transport'],
    buckets,
    registers,
  });
  new Counter({
    name: 'clientele_requests_total',
    help: 'Answered calls, each call in a batch counted separately; operation "none" when no operation was reached',
    labelNames: ['operation', 'transport', 'status'],
    registers,
    collect() {
      this.reset();
      for (const { labels, countByStatus } of [...series.rest.values(), ...series.trpc.values()])
        for (const [status, count] of countByStatus) this.inc({ ...labels, status }, count);
    },
  });
  new Counter({
    name: 'clientele_requests_refused_total',
    help: 'Requests refused by load shedding, by the bound they exceeded, and by whether their token was known',
    labelNames: ['reason', 'authenticated'],
    registers,
    collect() {
      this.reset();
      for (const [authenticated, counts] of Object.entries(refused))
        for (const [reason, count] of counts) this.inc({ reason, authenticated }, count);
    },
  });

  function seriesOf(transport: AnsweredCall['transport'], operation: string): Series {
    const known = series[transport].get(operation);
    if (known) return known;
    const labels = { operation, transport };
    const { observe } = durations.labels(labels);
    const made: Series = { labels, countByStatus: new Map(), observe };
    series[transport].set(operation, made);
    return made;
  }

  return {
    answered({ transport, operation, status, seconds }) {
      const { countByStatus, observe } = seriesOf(transport, operation ?? 'none');
      countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1);
      observe(seconds);
    },
    refused(reason, isAuthenticated) {
      const counts = refused[isAuthenticated ? 'true' : 'false'];
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    },
  };
}
