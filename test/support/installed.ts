import { spawnSync } from 'node:child_process';

/** True when a program is installed. In CI always, so that a missing one fails its tests instead of skipping them. */
export const isInstalled = (program: string) =>
  process.env.CI === 'true' || spawnSync(program, ['--version']).error === undefined;
