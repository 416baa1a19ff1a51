import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

const engines = ['embedded', 'postgresql-redis', 'partitioned'];

interface Options {
  /** The production services that did not answer. */
  readonly missing: readonly string[];
}

/** Prints at the end which database backends the run covered, and how many tests passed, failed and were skipped. */
export default class EnginesReporter implements Reporter {
  readonly #missing: readonly string[];
  #vitest: Pick<Vitest, 'matchesProjectFilter'> | undefined;

  constructor({ missing }: Options) {
    this.#missing = missing;
  }

  onInit(vitest: Pick<Vitest, 'matchesProjectFilter'>): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const covered = new Set(modules.map((module) => module.project.name));
    for (const engine of engines) {
      const state = covered.has(engine) ? 'covered' : `NOT COVERED (${this.#whyNot(engine)})`;
      process.stdout.write(`engine ${engine}: ${state}\n`);
    }
    for (const need of needs) process.stdout.write(`${stateOf(need, modules)}\n`);
    process.stdout.write(`documentation: ${blocksRun(modules)} blocks run as pasted\n`);
    const states = modules
      .flatMap((module) => [...module.children.allTests()])
      .map((test) => test.result().state);
    const count = (state: string) => states.filter((other) => other === state).length;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    process.stdout.write(
      `${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped')} skipped\n`,
    );
  }

  #whyNot(engine: string): string {
    const isWanted = this.#vitest?.matchesProjectFilter(engine) ?? true;
    if (engine === 'embedded' || !isWanted || this.#missing.length === 0) return 'its tests were not run';
    return `no ${this.#missing.join(' and no ')} answered`;
  }
}

/** Tests that need more than a backend: their files, their titles if not all of a file, and why all of them were skipped. */
const needs: readonly {
  readonly name: string;
  readonly files: RegExp;
  readonly titles?: RegExp;
  readonly lacking: string;
}[] = [
  {
    name: 'browser',
    files: /\.browser\.test\.ts$/,
    lacking: 'no Chromium was found; TEST_CHROMIUM can name one',
  },
  {
    name: 'mail server',
    files: /\/imap-[\w-]+\.test\.ts$/,
    lacking: 'no Dovecot was found; TEST_DOVECOT can name one',
  },
  {
    name: 'previous release',
    files: /\/upgrade\.postgres\.test\.ts$/,
    lacking: 'this clone lacks the commit that package.json names; fetch the whole history',
  },
  {
    name: 'pg_dump',
    files: /\/backup\.postgres\.test\.ts$/,
    lacking: 'no pg_dump was found',
  },
  {
    name: 'proxies',
    files: /\/test\/proxies\.unit\.test\.ts$/,
    titles: /^(?:does not retry|retries) /,
    lacking: 'no nginx and no HAProxy were found',
  },
  {
    name: 'alert rules',
    files: /\/test\/ops\.unit\.test\.ts$/,
    titles: /^promtool/,
    lacking: 'no promtool was found',
  },
  {
    name: 'systemd units',
    files: /\/test\/deployment\.unit\.test\.ts$/,
    titles: /systemd$/,
    lacking: 'no systemd-analyze was found',
  },
];

/** Reports if these tests ran, and if not, why. */
function stateOf(need: (typeof needs)[number], modules: readonly TestModule[]): string {
  const { name, files, titles, lacking } = need;
  const found = modules
    .filter(({ moduleId }) => files.test(moduleId))
    .flatMap((module) => [...module.children.allTests()])
    .filter((test) => titles?.test(test.name) ?? true);
  // Some tests run on one backend only, so that a run with all that is needed skips tests as well.
  if (!found.every(isSkipped)) return `${name}: covered`;
  return `NOT COVERED: ${name} (${found.length > 0 ? lacking : 'its tests were not run'})`;
}

function isSkipped(test: TestCase): boolean {
  return test.result().state === 'skipped';
}

/** Counts the documentation blocks that ran: each is a passed `runs as pasted` test of `documentation.embedded.test.ts`. */
function blocksRun(modules: readonly TestModule[]): number {
  const files = modules.filter(({ moduleId }) => moduleId.endsWith('/documentation.embedded.test.ts'));
  const passed = files.flatMap((module) => [...module.children.allTests('passed')]);
  return passed.filter(({ name }) => name.startsWith('runs as pasted')).length;
}
