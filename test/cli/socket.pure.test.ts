import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockDataDir } from '../../src/core/db/data-dir.ts';
import { readVersion } from '../../src/core/paths.ts';
import { atEndOfFile } from '../support/cleanup.ts';
import { runCommand } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';

/** A data directory that is held by a server, which serves each caller like this. */
async function heldBy(serve: (socket: Socket) => void): Promise<string> {
  const dataDir = temporaryFolder();
  const { lock } = lockDataDir(dataDir, 'server');
  const server = createServer((socket) => serve(socket.on('error', () => {})));
  await new Promise<void>((listening) => server.listen(join(dataDir, 'cli.sock'), listening));
  atEndOfFile(() => {
    server.close();
    lock?.release();
  });
  return dataDir;
}

const list = (DATA_DIR: string) => runCommand(['org', 'list'], { environment: { DATA_DIR } });
const greet = (socket: Socket, version: string) => socket.write(`${JSON.stringify({ version })}\n`);

test('a server of another version is named, and gets no command', async () => {
  let received = '';
  const dataDir = await heldBy((socket) => {
    greet(socket, '0.0.0');
    socket.on('data', (data) => (received += data));
  });
  expect(await list(dataDir)).toEqual({
    ...{ code: 1, out: '' },
    err: `the server runs version 0.0.0, but this command is version ${readVersion()}; restart the server\n`,
  });
  expect(received).toBe('');
});

test('a server that ends before the command does is an error in one line', async () => {
  const dataDir = await heldBy((socket) => {
    greet(socket, readVersion());
    socket.once('data', () => socket.end());
  });
  const err = 'the server ended before the command did\n';
  expect(await list(dataDir)).toEqual({ code: 1, out: '', err });
});
