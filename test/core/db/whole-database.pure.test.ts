import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = new URL('../../../src/', import.meta.url);

/** The files of `src` that reach beyond one organization, besides those of `core/db`. */
const crossing = [
  // Queues and leases of the worker.
  'connections/leases.ts',
  'connections/services.ts',
  'insights/jobs.ts',
  'insights/leases.ts',
  'insights/work.ts',
  'webhooks/leases.ts',
  'webhooks/work.ts',
  'clients/assignment-rules.ts',
  'activities/record.ts',
  // Removal of what is too old.
  'erasure/retention.ts',
  'worker/removal.ts',
  // The caller's organization is not known yet, or is being made.
  'core/context.ts',
  'demo/demo.ts',
  'organization-data/import.ts',
  'organization/queries.ts',
  'tokens/authenticate.ts',
  'tokens/queries.ts',
  // Keys of the whole installation, and metrics.
  'connections/rotate.ts',
  'connections/summary.ts',
  'telemetry/metrics.ts',
  'telemetry/state.ts',
  'webhooks/summary.ts',
];

test('only these files use the database without an organization; all others are given that of one organization', () => {
  const using = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.endsWith('.ts') &&
      !path.startsWith('core/db/') &&
      /^import [^;]*\bDb\b[^;]* from '[^']*\/database\.ts'/m.test(
        readFileSync(new URL(path, source), 'utf8'),
      ),
  );
  expect(using.sort()).toEqual(crossing.sort());
});
