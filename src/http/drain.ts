import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** How long requests under way may take to end when the server stops. */
const graceMs = 4_000;

/** How long connections that wait are taken, at most: there may be no end of them. */
const takingMs = 700;

/** How long connections without a request under way are listened to, since one may be on its way. */
const lingerMs = 300;

const connections = new WeakMap<Server, Set<Socket>>();

/** Follows the server's connections, so that it can be drained. */
export function followConnections(server: Server): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

/** Waits until no connection waits to be taken: each turn of the event loop takes one. */
async function takeAllWaiting(server: Server): Promise<void> {
  let isTaken = true;
  server.on('connection', () => (isTaken = true));
  const until = performance.now() + takingMs;
  // What is left of this turn takes none.
  await setImmediate();
  while (isTaken && performance.now() < until) {
    isTaken = false;
    await setImmediate();
  }
}

/**
 * Takes no more connections, and waits until those that are there have ended or have been silent for a moment. What is
 * stalled is cut later: Node times requests out only while it takes new ones.
 */
export async function drain(server: Server): Promise<void> {
  setTimeout(graceMs, undefined, { ref: false }).then(() => server.closeAllConnections());
  if (!server.listening) return;
  const closed = once(server, 'close');
  await takeAllWaiting(server);
  // Not that of HTTP, which would cut at once what is idle.
  NetServer.prototype.close.call(server);
  await Promise.race([closed, setTimeout(lingerMs)]);
  // A busy process comes here before it has read what lies ready; that is read first.
  await setImmediate();
  // To Node, a connection that never said anything is busy with its first request.
  for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
}
