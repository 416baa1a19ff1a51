import type { Server } from 'node:http';

/** The URL of a server that listens, as it can be called from the same machine; that of `npm start` before it listens. */
export function listeningUrl(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') return 'http://127.0.0.1:3000';
  const { address, port } = bound;
  // Nobody can call "all addresses".
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address] ?? address;
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
}
