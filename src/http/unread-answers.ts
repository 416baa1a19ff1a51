import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Limits on answers that callers have not read yet. */
export interface UnreadBounds {
  /** Requests on one connection whose answer has not been sent to its end; with one more, the connection is cut. */
  readonly ofConnection: number;
  /** The same on all connections together; past it, a connection that waits for an answer asks no second. */
  readonly ofAll: number;
  /** Characters of large answers in all; past it, the connection is cut that has waited longest. */
  readonly size: number;
}

export const defaultUnreadBounds: UnreadBounds = { ofConnection: 128, ofAll: 4_096, size: 2 ** 26 };

/** Larger answers are bounded by their size, smaller ones by their number. */
const smallSize = 16_384;

interface Connection {
  readonly socket: Socket;
  answers: number;
  size: number;
}

/** Bounds the memory for answers that nobody reads, by cutting connections. */
export class UnreadAnswers {
  readonly #bounds: UnreadBounds;
  readonly #connections = new WeakMap<Socket, Connection>();
  /** The connections that wait for an answer, the longest first. */
  readonly #waiting = new Set<Connection>();
  readonly #sizes = new WeakMap<ServerResponse, number>();
  #answers = 0;
  #size = 0;

  constructor(bounds: UnreadBounds = defaultUnreadBounds) {
    this.#bounds = bounds;
  }

  /** Counts the answer to a request that has come; false when its connection is cut instead. */
  expect({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // What was read together with the request that had the connection cut still comes.
    if (socket.destroyed) return false;
    const connection = this.#connections.get(socket) ?? this.#follow(socket);
    const isOverdrawn = connection.answers > 0 && this.#answers >= this.#bounds.ofAll;
    if (isOverdrawn || connection.answers >= this.#bounds.ofConnection) {
      socket.destroy();
      return false;
    }
    this.#add(connection, 1, 0);
    response.on('close', () => {
      if (this.#waiting.has(connection)) this.#add(connection, -1, -(this.#sizes.get(response) ?? 0));
    });
    return true;
  }

  /** Counts the size of an answer that is about to be sent. Buffers do not count: they are one page for everybody. */
  add(response: ServerResponse, payload: unknown): void {
    const connection = this.#connections.get(response.req.socket);
    if (!connection || typeof payload !== 'string' || payload.length <= smallSize) return;
    this.#sizes.set(response, payload.length);
    this.#add(connection, 0, payload.length);
    for (const oldest of this.#waiting) {
      if (this.#size <= this.#bounds.size || oldest === connection) return;
      if (oldest.size === 0) continue;
      oldest.socket.destroy();
      this.#forget(oldest);
    }
  }

  #follow(socket: Socket): Connection {
    const connection = { socket, answers: 0, size: 0 };
    this.#connections.set(socket, connection);
    // Node closes no response that still waits behind another.
    socket.once('close', () => this.#forget(connection));
    return connection;
  }

  #add(connection: Connection, answers: number, size: number): void {
    connection.answers += answers;
    connection.size += size;
    this.#answers += answers;
    this.#size += size;
    if (connection.answers > 0) this.#waiting.add(connection);
    else this.#waiting.delete(connection);
  }

  #forget(connection: Connection): void {
    this.#add(connection, -connection.answers, -connection.size);
  }
}
