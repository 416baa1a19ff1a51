import { examples } from '../../src/http/openapi-examples.ts';

/** One body for each operation that takes one. */
export const requestExamples: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(examples.requests).map(([operation, bodies]) => [
    operation,
    Object.values(bodies)[0]?.value,
  ]),
);
