import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const endpointOf = (url: string) => {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) || 5432 };
};

/** A way to PostgreSQL that counts who comes, can hold them up, and can lead to another server. Close it at the end. */
export async function forwardTo(url: string) {
  let target = endpointOf(url);
  let isHeld = false;
  let attempts = 0;
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
    client.pipe(upstream).pipe(client);
  }

  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = new URL(url);
  here.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: here.href,
    /** How many connections have come so far. */
    attempts: () => attempts,
    held: () => held.length,
    /** New connections are taken, and nothing goes on with them until they are let through. */
    hold() {
      isHeld = true;
    },
    letThrough() {
      isHeld = false;
      for (const client of held.splice(0)) pass(client);
    },
    /** Leads new connections to another server. */
    lead(other: string) {
      target = endpointOf(other);
    },
    /** The same, and cuts those to the one before. */
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
