import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEndOfFile } from './cleanup.ts';

/** Starts a server that accepts connections and never answers. With a target, it forwards until `fallSilent`. */
export async function silentDatabase(target?: URL) {
  const sockets = new Set<Socket>();
  let isSilent = target === undefined;
  const server = createServer((client) => {
    sockets.add(client.on('error', () => {}));
    if (!target || isSilent) return;
    const upstream = connect(Number(target.port) || 5432, target.hostname).on('error', () => {});
    sockets.add(upstream);
    client.pipe(upstream).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEndOfFile(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = new URL(target ?? 'postgres://nobody@127.0.0.1/none');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    connected: () => sockets.size > 0,
    fallSilent() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}
