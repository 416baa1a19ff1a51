import { afterEach, expect, test, vi } from 'vitest';
import EnginesReporter from './support/backends-reporter.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['the services did not answer', ['PostgreSQL', 'Redis'], true, 'no PostgreSQL and no Redis answered'],
  ['one of them did not answer', ['Redis'], true, 'no Redis answered'],
  ['the run was told to leave it out', ['PostgreSQL', 'Redis'], false, 'its tests were not run'],
  ['no file of the run has tests for it', [], true, 'its tests were not run'],
])('an engine that was not covered is named with the reason: %s', (_when, missing, isWanted, reason) => {
  let text = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  const reporter = new EnginesReporter({ missing });
  reporter.onInit({ matchesProjectFilter: () => isWanted });
  reporter.onTestRunEnd([]);
  expect(text).toContain(`engine postgresql-redis: NOT COVERED (${reason})\n`);
});
