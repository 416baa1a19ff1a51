import { Counter, Gauge, type Registry } from 'prom-client';

/** Metrics whose values are read at each scrape. */
export interface Sampled {
  /** Registers a gauge; it is absent while `read` returns undefined. */
  gauge(name: string, help: string, read: () => Sample | Promise<Sample>): void;
  /** Registers a gauge with a value for each label; it is absent while `read` returns undefined. */
  gaugeBy(
    label: string,
    name: string,
    help: string,
    read: () => Samples | undefined | Promise<Samples | undefined>,
  ): void;
  counter(name: string, help: string, read: () => number): void;
  /** Registers a counter with a count for each label. */
  counterBy(label: string, name: string, help: string, read: () => Samples): void;
}

type Sample = number | undefined;
type Samples = Readonly<Record<string, number>>;

export function sampledBy(registry: Registry): Sampled {
  const registers = [registry];
  return {
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const value = await read();
          if (value === undefined) this.remove();
          else this.set(value);
        },
      });
    },
    gaugeBy(label, name, help, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          this.reset();
          for (const [of, value] of Object.entries((await read()) ?? {})) this.set({ [label]: of }, value);
        },
      });
    },
    counter(name, help, read) {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
    counterBy(label, name, help, read) {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset();
          for (const [of, count] of Object.entries(read())) this.inc({ [label]: of }, count);
        },
      });
    },
  };
}

/** The time that a scrape waits for the database. Prometheus itself times out after 10 s by default. */
const databasePatienceMs = 1_000;

/**
 * Returns a function that queries the database. Its result is undefined when the database does not answer in time;
 * concurrent scrapes share one query.
 */
export function shared<T>(query: () => Promise<T>): () => Promise<T | undefined> {
  let reading: Promise<T | undefined> | undefined;
  return () => {
    reading ??= query()
      .catch(() => undefined)
      .finally(() => (reading = undefined));
    return Promise.race([reading, gaveUp()]);
  };
}

/** Resolves to undefined after the time that a scrape waits. */
const gaveUp = () =>
  new Promise<undefined>((resolve) => setTimeout(resolve, databasePatienceMs, undefined).unref());
