import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

const endpointOf = (url: string) => {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) || 5432 };
};

/** A TCP proxy to PostgreSQL that counts connections, can hold them, and can switch servers. Close it at the end. */
export async function forwardTo(url: string) {
  let target = endpointOf(url);
  let isHeld = false;
  let attempts = 0;
  let sent = 0;
  const held: Socket[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    attempts += 1;
    sockets.add(client.on('error', () => {}).on('close', () => sockets.delete(client)));
    if (isHeld) held.push(client.pause());
    else pass(client);
  });

  function pass(client: Socket): void {
    const upstream = connect(target).on('error', () => client.destroy());
    sockets.add(upstream.on('close', () => sockets.delete(upstream)));
    for (const socket of [client, upstream])
      socket.on('close', () => (socket === client ? upstream : client).destroy());
    client.on('data', () => (sent += 1));
    client.pipe(upstream).pipe(client);
  }

  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }

  const here = new URL(url);
  here.host = `127.0.0.1:${await listen(server)}`;
  return {
    url: here.href,
    /** Counts the connections accepted so far. */
    attempts: () => attempts,
    /** Counts the chunks of bytes that clients have sent. */
    sent: () => sent,
    held: () => held.length,
    /** Accepts new connections but forwards nothing until `letThrough`. */
    hold() {
      isHeld = true;
    },
    letThrough() {
      isHeld = false;
      for (const client of held.splice(0)) pass(client);
    },
    /** Forwards nothing from now on, and leaves all connections open. */
    silence() {
      isHeld = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Forwards new connections to another server. */
    lead(other: string) {
      target = endpointOf(other);
    },
    /** Forwards new connections to another server and cuts the existing ones. */
    switchTo(other: string) {
      target = endpointOf(other);
      cut();
    },
    cut,
    close() {
      server.close();
      cut();
    },
  };
}
