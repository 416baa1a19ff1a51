import type { Reporter, TestModule } from 'vitest/node';
import { hasBrowser, hasDovecot } from './installed.ts';

/** Prints which database backends and programs the run covered, and how many tests passed, failed and were skipped. */
export default class EnginesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const covered = new Set(modules.map(({ project }) => project.name));
    const write = (line: string) => process.stdout.write(`${line}\n`);
    if (!covered.has('system')) {
      write(`embedded database: ${covered.has('embedded') ? 'covered' : 'NOT COVERED'}`);
      write(`PostgreSQL and Redis: ${covered.has('postgresql') ? 'covered' : 'NOT COVERED (not running)'}`);
    } else {
      if (!hasBrowser) write('console: NOT COVERED (no Chromium)');
      if (!hasDovecot) write('mail server: NOT COVERED (no Dovecot)');
    }
    const states = modules.flatMap(({ children }) =>
      [...children.allTests()].map((test) => test.result().state),
    );
    const count = (state: string) => states.filter((other) => other === state).length;
    // A file that fails as a whole counts once.
    const failed = count('failed') + modules.filter((module) => module.errors().length > 0).length;
    write(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`);
  }
}
