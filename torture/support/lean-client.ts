import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The status, 0 where there was no answer, and what `Retry-After` said, else 0. */
export interface LeanAnswer {
  readonly status: number;
  readonly retryAfterSeconds: number;
  /** 1 for a 503 without its headers or its body, else 0. */
  readonly malformed: number;
}

const noAnswer: LeanAnswer = { status: 0, retryAfterSeconds: 0, malformed: 0 };

/** A connection on which nothing came for so long is given up. */
const silentMs = 60_000;

interface Connection {
  socket: Socket;
  received: string;
  answer(answer: LeanAnswer): void;
}

/** Requests over kept connections, at a tenth of what a whole client costs: the load shares the cores with the server. */
export function createLeanClient(url: string, connections: number) {
  const { hostname, port, host } = new URL(url);
  const idle: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  const all = new Set<Connection>();

  function open(): Connection {
    const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
    const connection: Connection = { socket, received: '', answer: () => {} };
    all.add(connection);
    socket.on('data', (data) => {
      connection.received += data;
      const answer = wholeAnswer(connection.received);
      if (!answer) return;
      connection.received = '';
      connection.answer(answer);
    });
    socket.setTimeout(silentMs, () => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => {
      all.delete(connection);
      connection.answer(noAnswer);
    });
    return connection;
  }

  function free(): Connection | Promise<Connection> {
    for (let found = idle.pop(); found; found = idle.pop()) if (all.has(found)) return found;
    return all.size < connections ? open() : new Promise((resolve) => waiting.push(resolve));
  }

  function release(connection: Connection): void {
    const next = waiting.shift();
    if (next) next(all.has(connection) ? connection : open());
    else idle.push(connection);
  }

  return {
    /** Opens all connections, a hundred at a time: the system's queue of new ones takes no more. */
    async open(): Promise<void> {
      while (all.size < connections) {
        const opened = Array.from({ length: Math.min(100, connections - all.size) }, open);
        await Promise.all(opened.map(({ socket }) => once(socket, 'connect')));
        idle.push(...opened);
      }
    },
    isBusy: () => idle.length === 0 && all.size >= connections,
    /** Gets a path, or updates it where there is a body. */
    async send(path: string, token: string, body?: object): Promise<LeanAnswer> {
      const connection = await free();
      const answer = await new Promise<LeanAnswer>((resolve) => {
        connection.answer = resolve;
        const text = body === undefined ? '' : JSON.stringify(body);
        const more =
          body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`;
        connection.socket.write(
          `${body === undefined ? 'GET' : 'PUT'} ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n${more}\r\n${text}`,
        );
      });
      connection.answer = () => {};
      release(connection);
      return answer;
    },
    close() {
      for (const { socket } of all) socket.destroy();
    },
  };
}

function wholeAnswer(text: string): LeanAnswer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (text.length < end + 4 + length) return undefined;
  const status = Number(head.slice(9, 12));
  return {
    status,
    retryAfterSeconds: Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0),
    malformed: status === 503 && !isWhole(text) ? 1 : 0,
  };
}

const isWhole = (answer: string) =>
  [
    'retry-after: ',
    'x-request-id: ',
    'x-content-type-options: nosniff',
    '"unavailable"',
    '"request_id"',
  ].every((part) => answer.toLowerCase().includes(part));
