import { createServer } from 'node:net';
import { atEndOfFile } from './cleanup.ts';
import { listen } from './listen.ts';

/** Starts a server that refuses every session with a PostgreSQL error, as a server or pooler does. Returns its URL. */
export async function refusingDatabase(code: string, message = 'refused by the test'): Promise<string> {
  const fields = [`SFATAL`, `VFATAL`, `C${code}`, `M${message}`].map((field) => `${field}\0`).join('');
  const body = Buffer.from(`${fields}\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeUInt32BE(body.length + 4, 1);
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([head, body])));
  });
  atEndOfFile(() => server.close());
  return `postgres://nobody@127.0.0.1:${await listen(server)}/none`;
}
