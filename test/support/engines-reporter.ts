import type { Reporter, TestModule } from 'vitest/node';

const engines = ['embedded', 'postgresql-redis'];

/** Says at the end which engines the run covered, which it did not, and how many tests passed and failed. */
export default class EnginesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const covered = new Set(modules.map((module) => module.project.name));
    for (const engine of engines) {
      const state = covered.has(engine) ? 'covered' : 'NOT COVERED (no PostgreSQL and Redis answered)';
      process.stdout.write(`engine ${engine}: ${state}\n`);
    }
    process.stdout.write(`${browserState(modules)}\n`);
    const states = modules
      .flatMap((module) => [...module.children.allTests()])
      .map((test) => test.result().state);
    const count = (state: string) => states.filter((other) => other === state).length;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    process.stdout.write(
      `${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped')} skipped\n`,
    );
  }
}

/** Whether the tests that need a browser had one. */
function browserState(modules: readonly TestModule[]): string {
  const driven = modules.filter(({ moduleId }) => moduleId.endsWith('.browser.test.ts'));
  const isSkipped = driven.some((module) => [...module.children.allTests('skipped')].length > 0);
  if (isSkipped) return 'NOT COVERED: browser (no Chromium was found; TEST_CHROMIUM can name one)';
  return driven.length > 0 ? 'browser: covered' : 'NOT COVERED: browser (its tests were not run)';
}
