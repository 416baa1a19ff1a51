import type { Server } from 'node:http';

/** Returns a URL for calling the server from the same machine; before it listens, the default URL. */
export function listeningUrl(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') return 'http://127.0.0.1:3000';
  const { address, port } = bound;
  // Clients cannot connect to "all addresses".
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address] ?? address;
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
}
