import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEndOfFile } from '../support/cleanup.ts';
import { temporaryFolder } from '../support/folder.ts';

test('in development, a change is announced, and the server restarts', async () => {
  const folder = temporaryFolder();
  const source = join(folder, 'server.ts');
  const writeServer = (version: number) =>
    writeFileSync(source, `console.log('version ${version}'); setInterval(() => {}, 1_000);`);
  writeServer(1);
  const watching = spawn(process.execPath, ['build.js', '--watch', join(folder, 'built'), source]);
  const ended = new Promise((resolve) => watching.once('close', resolve));
  atEndOfFile(async () => {
    watching.kill();
    await ended;
  });
  let text = '';
  for (const stream of [watching.stdout, watching.stderr]) stream.on('data', (data) => (text += data));

  await expect.poll(() => text).toBe('version 1\n');
  writeServer(2);
  await expect.poll(() => text).toBe('version 1\nBuilt, restarting.\nversion 2\n');
});
