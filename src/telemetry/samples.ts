import { Counter, Gauge, type Registry } from 'prom-client';

/** A value, or one for each value of the label. */
type Sample = number | Readonly<Record<string, number>> | undefined;
type Read = () => Sample | Promise<Sample>;

/** Registers metrics whose values are read at each scrape. A metric is absent while there is none. */
export function samplesIn(registry: Registry) {
  const options = (name: string, help: string, read: Read, label?: string) => ({
    ...{
      name: `clientele_${name}`,
      help,
      registers: [registry],
      labelNames: label === undefined ? [] : [label],
    },
    async collect(this: Gauge | Counter) {
      const sample = await read();
      this.reset();
      if (sample === undefined && label === undefined) this.remove();
      else if (typeof sample === 'number') this.inc(sample);
      else for (const [of, value] of Object.entries(sample ?? {})) this.inc({ [label ?? '']: of }, value);
    },
  });
  return {
    gauge: (...given: Parameters<typeof options>) => void new Gauge(options(...given)),
    counter: (...given: Parameters<typeof options>) => void new Counter(options(...given)),
  };
}
