import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** True when a program is installed. In CI always, so that a missing one fails its tests instead of skipping them. */
export const isInstalled = (program: string) =>
  process.env.CI === 'true' || spawnSync(program, ['--version']).error === undefined;

// The shell takes a third of the processor time.
const shell = '/usr/bin/chromium-headless-shell';

export const chromiumPath = process.env.TEST_CHROMIUM ?? (existsSync(shell) ? shell : '/usr/bin/chromium');
export const dovecotPath = process.env.TEST_DOVECOT ?? '/usr/sbin/dovecot';

/** True when there is a browser, or a mail server, for the tests that need one. */
export const hasBrowser = isInstalled(chromiumPath);
export const hasDovecot = isInstalled(dovecotPath);
