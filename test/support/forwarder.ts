import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { atEndOfFile } from './cleanup.ts';
import { listen } from './listen.ts';

const endpointOf = (url: string) => {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) || 5432 };
};

/** The end of a connection once the server has sent a number of bytes, wherever in an answer that is. */
interface Fault {
  /** `end` closes it in good order, `reset` does not, and `silence` leaves it open and passes nothing any more. */
  readonly kind: 'end' | 'reset' | 'silence';
  readonly afterBytes: number;
  /** Delays each piece of the server's answers. */
  readonly delayMs: number;
}

/**
 * A TCP proxy that counts connections, can hold them, and can switch servers, until the end of the test file.
 * @param url of the server; without a port, that of PostgreSQL
 * @param faults how the first connections end, one for each
 */
export async function forwardTo(url: string, faults: readonly Fault[] = []) {
  let target = endpointOf(url);
  let isHeld = false;
  let attempts = 0;
  let sent = 0;
  const held: Socket[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const fault = faults[attempts];
    attempts += 1;
    sockets.add(client.on('error', () => {}).on('close', () => sockets.delete(client)));
    if (isHeld) held.push(client.pause());
    else pass(client, fault);
  });

  function pass(client: Socket, fault?: Fault): void {
    const upstream = connect(target).on('error', () => client.destroy());
    sockets.add(upstream.on('close', () => sockets.delete(upstream)));
    client.on('data', () => (sent += 1)).on('close', () => upstream.destroy());
    client.pipe(upstream);
    if (fault) void fail(client, upstream, fault);
    else upstream.on('close', () => client.destroy()).pipe(client);
  }

  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }

  const close = () => {
    server.close();
    cut();
  };
  atEndOfFile(close);

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
    close,
  };
}

/** Passes the server's answers on, up to the fault. */
async function fail(client: Socket, upstream: Socket, { kind, afterBytes, delayMs }: Fault): Promise<void> {
  let left = afterBytes;
  try {
    for await (const data of upstream) {
      const piece: Buffer = data;
      await setTimeout(delayMs);
      client.write(piece.subarray(0, left));
      left -= piece.length;
      if (left <= 0) break;
    }
  } catch {
    // The connection has ended.
  }
  if (kind === 'reset') client.resetAndDestroy();
  else if (kind === 'end') client.end();
}
