import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import tests from '../../vitest.config.ts';
import { mutate, source } from './mutants.ts';

const leaveOut = {
  name: 'leave-out',
  enforce: 'pre' as const,
  transform: (text: string, path: string) =>
    path.startsWith(source) && path.endsWith('.ts') ? mutate(relative(source, path), text).text : undefined,
};

/** The tests of `npm test`, with the condition left out that the environment names. */
export default defineConfig({
  ...tests,
  test: {
    ...tests.test,
    reporters: 'json',
    projects: (tests.test?.projects ?? []).map((project) =>
      typeof project === 'object' ? { ...project, plugins: [leaveOut] } : project,
    ),
  },
});
