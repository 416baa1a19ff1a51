import { afterEach, expect, test, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
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

test.each([
  [['passed', 'skipped'], 'browser: covered'],
  [['failed'], 'browser: covered'],
  [['skipped', 'skipped'], 'NOT COVERED: browser (no Chromium was found; TEST_CHROMIUM can name one)'],
])('the browser counts as covered once one of its tests ran: %j', (states, expected) => {
  let text = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  const tests = states.map((state) => ({ result: () => ({ state }) }));
  const module = {
    moduleId: '/test/console/board.browser.test.ts',
    project: { name: 'embedded' },
    children: { allTests: () => tests },
    errors: () => [],
  };
  // A part of vitest's module is enough for the reporter, and vitest has no way to make a whole one.
  new EnginesReporter({ missing: [] }).onTestRunEnd([module as unknown as TestModule]);
  expect(text).toContain(`${expected}\n`);
});

const promtool = { file: 'ops', title: 'promtool: the alert rules are valid' };
const systemd = { file: 'deployment', title: 'is accepted by systemd' };
const proxy = { file: 'proxies', title: 'retries PUT /v1/organization, which can be repeated' };

test.each([
  [promtool, 'passed', 'alert rules: covered'],
  [promtool, 'skipped', 'NOT COVERED: alert rules (no promtool was found)'],
  [systemd, 'passed', 'systemd units: covered'],
  [systemd, 'skipped', 'NOT COVERED: systemd units (no systemd-analyze was found)'],
  [proxy, 'passed', 'proxies: covered'],
  [proxy, 'skipped', 'NOT COVERED: proxies (no nginx and no HAProxy were found)'],
])(
  'files in ops count as covered once their tool checked them: %j %s',
  ({ file, title }, state, expected) => {
    let text = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      text += chunk;
      return true;
    });
    const tests = [
      { name: 'nginx retries a POST only where its file says so', result: () => ({ state: 'passed' }) },
      { name: title, result: () => ({ state }) },
    ];
    const module = {
      moduleId: `/test/${file}.unit.test.ts`,
      project: { name: 'embedded' },
      children: { allTests: () => tests },
      errors: () => [],
    };
    // As above, the part of a module that the reporter reads.
    new EnginesReporter({ missing: [] }).onTestRunEnd([module as unknown as TestModule]);
    expect(text).toContain(`${expected}\n`);
  },
);
