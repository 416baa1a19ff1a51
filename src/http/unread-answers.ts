import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bounds on responses that callers have not read. */
export interface UnreadBounds {
  /** The most unfinished responses of one connection. One more request cuts the connection. */
  readonly perConnection: number;
  /** The most unfinished responses in total. Above it, each connection may have only one. */
  readonly total: number;
  /** The most characters of large responses in total. Above it, the connection that has waited longest is cut. */
  readonly totalSize: number;
}

export const defaultUnreadBounds: UnreadBounds = { perConnection: 128, total: 4_096, totalSize: 2 ** 26 };

/** Responses above this size are bounded by their size, smaller ones only by their number. */
const smallSize = 16_384;

interface Connection {
  readonly socket: Socket;
  answers: number;
  size: number;
}

/** Bounds the memory of unread responses by cutting connections. */
export class UnreadAnswers {
  readonly #bounds: UnreadBounds;
  readonly #connections = new WeakMap<Socket, Connection>();
  /** Connections with unfinished responses, the longest-waiting first. */
  readonly #waiting = new Set<Connection>();
  readonly #sizes = new WeakMap<ServerResponse, number>();
  #answers = 0;
  #size = 0;

  constructor(bounds: UnreadBounds = defaultUnreadBounds) {
    this.#bounds = bounds;
  }

  /** Counts the response to a new request. Returns false if its connection is cut instead. */
  expect({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // Requests that were read together with the one that cut the connection still arrive.
    if (socket.destroyed) return false;
    const connection = this.#connections.get(socket) ?? this.#follow(socket);
    const isOverdrawn = connection.answers > 0 && this.#answers >= this.#bounds.total;
    if (isOverdrawn || connection.answers >= this.#bounds.perConnection) {
      socket.destroy();
      return false;
    }
    this.#add(connection, 1, 0);
    response.on('close', () => {
      if (this.#waiting.has(connection)) this.#add(connection, -1, -(this.#sizes.get(response) ?? 0));
    });
    return true;
  }

  /** Counts the size of a response before it is sent. Buffers do not count, since all responses share them. */
  add(response: ServerResponse, payload: unknown): void {
    const connection = this.#connections.get(response.req.socket);
    if (!connection || typeof payload !== 'string' || payload.length <= smallSize) return;
    this.#sizes.set(response, payload.length);
    this.#add(connection, 0, payload.length);
    for (const oldest of this.#waiting) {
      if (this.#size <= this.#bounds.totalSize || oldest === connection) return;
      if (oldest.size === 0) continue;
      oldest.socket.destroy();
      this.#forget(oldest);
    }
  }

  #follow(socket: Socket): Connection {
    const connection = { socket, answers: 0, size: 0 };
    this.#connections.set(socket, connection);
    // Node emits no `close` for a response that is queued behind another.
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
