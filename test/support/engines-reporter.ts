import type { Reporter, TestModule } from 'vitest/node';

const engines = ['embedded', 'postgresql-redis'];

/** Says at the end which engines the run covered, and which it did not. */
export default class EnginesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const covered = new Set(modules.map((module) => module.project.name));
    for (const engine of engines) {
      const state = covered.has(engine) ? 'covered' : 'NOT COVERED (no PostgreSQL and Redis answered)';
      process.stdout.write(`engine ${engine}: ${state}\n`);
    }
  }
}
