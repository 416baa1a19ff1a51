import { once } from 'node:events';
import { connect } from 'node:net';

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The server says that it ends the connection after it. */
  readonly isLast: boolean;
}

/**
 * How a request ended: with its answer; `resent`, where an answer before it said that the connection ends, so that the
 * caller knows that it was not taken; or `dropped`.
 */
export type Outcome = Answer | 'resent' | 'dropped';

/** One connection, on which several requests may be under way. */
export interface Line {
  /** Sends a whole request, or what is left of one, and waits for its end. */
  send(bytes: string): Promise<Outcome>;
  /** Sends a part of a request. */
  begin(bytes: string): void;
  readonly ended: Promise<void>;
  end(): void;
}

/** Opens a connection; fails where it is refused. */
export async function openLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const waiting: ((outcome: Outcome) => void)[] = [];
  let received = Buffer.alloc(0);
  let isOver = false;
  let isLastSeen = false;

  function take(): boolean {
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return false;
    const head = received.subarray(0, headEnd).toString('latin1');
    const bodyEnd = headEnd + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (received.length < bodyEnd) return false;
    const isLast = /^connection: close/im.test(head);
    isLastSeen ||= isLast;
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
    const body = received.subarray(headEnd + 4, bodyEnd).toString();
    received = received.subarray(bodyEnd);
    waiting.shift()?.({ status, body, isLast });
    return true;
  }

  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (take());
  });
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isOver = true;
      for (const settle of waiting.splice(0)) settle(isLastSeen ? 'resent' : 'dropped');
      resolve();
    });
  });
  await once(socket, 'connect');
  socket.on('error', () => {});
  return {
    ended,
    send(bytes) {
      // Whoever sees that the connection has ended opens another.
      if (isOver) return Promise.resolve('resent');
      return new Promise((resolve) => {
        waiting.push(resolve);
        socket.write(bytes);
      });
    },
    begin: (bytes) => socket.write(bytes),
    end: () => socket.destroy(),
  };
}

/** A whole request with a token. */
export function requestOf(token: string, method: string, path: string, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = `${method} ${path} HTTP/1.1\r\nHost: torture\r\nAuthorization: Bearer ${token}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  const length = Buffer.byteLength(text);
  return `${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`;
}
