import { expect, test } from 'vitest';
import { newDirectory } from '../support/embedded-server.ts';
import { start } from '../support/process.ts';

test('a program that a test started ends when the process of the test is gone', async () => {
  const server = start('server', { DATA_DIR: newDirectory(), PORT: '0', DEMO: 'false' });
  await server.url();
  // As the system does when a process ends.
  server.process.disconnect();
  expect(await server.ended).toBe('SIGKILL');
});
