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
