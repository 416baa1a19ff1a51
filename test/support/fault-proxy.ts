import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { atEndOfFile } from './cleanup.ts';
import { listen } from './listen.ts';

/** The end of a session once the server has sent a number of bytes, wherever in an answer that is. */
export interface Fault {
  /** `end` closes it in good order, `reset` does not, and `silence` leaves it open and passes nothing any more. */
  readonly kind: 'end' | 'reset' | 'silence';
  readonly afterBytes: number;
  /** Delays each piece of the server's answers. */
  readonly delayMs: number;
}

/** A TCP proxy whose first sessions end in these faults, one for each session. Later sessions work. */
export async function startFaultProxy(port: number, faults: readonly Fault[]) {
  const sockets = new Set<Socket>();
  let sessions = 0;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    client.on('close', () => upstream.destroy());
    client.pipe(upstream);
    void answer(client, upstream, faults[sessions++]);
  });
  atEndOfFile(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: await listen(server),
    /** The number of sessions so far. */
    sessions: () => sessions,
    /** Passes nothing any more in the open sessions, and leaves them open. */
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

/** Passes the server's answers on, up to the fault. */
async function answer(client: Socket, upstream: Socket, fault: Fault | undefined): Promise<void> {
  if (!fault) {
    upstream.pipe(client);
    return;
  }
  let left = fault.afterBytes;
  try {
    for await (const data of upstream) {
      const piece: Buffer = data;
      await setTimeout(fault.delayMs);
      client.write(piece.subarray(0, left));
      left -= piece.length;
      if (left <= 0) break;
    }
  } catch {
    // The session has ended.
  }
  if (fault.kind === 'reset') client.resetAndDestroy();
  else if (fault.kind === 'end') client.end();
}
