import { connect, type Socket } from 'node:net';

/** An answer as it came over the wire. */
export interface Heard {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export interface ToSend {
  readonly method: string;
  readonly bytes: Buffer;
}

/** Takes answers out of what comes over a connection, in order. */
function answerReader() {
  let rest: Buffer = Buffer.alloc(0);
  return {
    add(chunk: Buffer): void {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    },
    /** The next whole answer; `method` is that of its request. Interim ones are passed over. */
    take(method: string): Heard | undefined {
      for (;;) {
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) return undefined;
        const head = rest.toString('latin1', 0, end);
        const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
        if (status >= 100 && status < 200) {
          rest = rest.subarray(end + 4);
          continue;
        }
        const length = method === 'HEAD' ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
        if (rest.length < end + 4 + length) return undefined;
        const body = rest.toString('utf8', end + 4, end + 4 + length);
        rest = rest.subarray(end + 4 + length);
        return { status, head, body };
      }
    },
  };
}

const depth = 4;

/**
 * A request is sent alone if its head is too large, since it is answered before those that it was sent behind, or if it asks
 * for another protocol, since Node drops what came with it.
 */
const isAlone = ({ bytes }: ToSend) => {
  const end = bytes.indexOf('\r\n\r\n');
  return end < 0 || end > 12_000 || /^Upgrade:/im.test(bytes.toString('latin1', 0, end));
};
const maxTries = 3;

/**
 * Sends requests over connections that are kept open, several at once on each, and hands each answer over with its request. What a
 * connection leaves unanswered when it ends is sent again on the next.
 * @param next gives the next request, or undefined at the end
 * @param unanswered is told of what got no answer in `maxTries` tries
 */
export async function converse<T extends ToSend>(
  origin: string,
  connections: number,
  next: () => T | undefined,
  heard: (request: T, answer: Heard) => void,
  unanswered: (request: T) => void,
): Promise<void> {
  const { hostname, port } = new URL(origin);
  const again: { request: T; tries: number }[] = [];
  const draw = () => {
    const request = again.length > 0 ? undefined : next();
    return request === undefined ? again.pop() : { request, tries: 0 };
  };

  function conversation(): Promise<void> {
    return new Promise((resolve) => {
      const socket: Socket = connect({ host: hostname, port: Number(port) });
      const waiting: { request: T; tries: number }[] = [];
      const reader = answerReader();
      let isOver = false;
      const fill = () => {
        while (waiting.length < depth && !isOver && !waiting.some(({ request }) => isAlone(request))) {
          const drawn = draw();
          if (drawn === undefined) break;
          if (waiting.length > 0 && isAlone(drawn.request)) {
            again.push(drawn);
            break;
          }
          waiting.push(drawn);
          socket.write(drawn.request.bytes);
        }
        if (waiting.length === 0) socket.end();
      };
      socket.setTimeout(60_000, () => socket.destroy());
      socket.on('connect', fill);
      socket.on('error', () => {});
      socket.on('data', (chunk: Buffer) => {
        reader.add(chunk);
        for (let first = waiting[0]; first !== undefined && !isOver; first = waiting[0]) {
          const answer = reader.take(first.request.method);
          if (answer === undefined) break;
          waiting.shift();
          if (/^connection: close/im.test(answer.head)) isOver = true;
          heard(first.request, answer);
        }
        fill();
      });
      socket.on('close', () => {
        const [first, ...others] = waiting;
        // Only the first of them can be the reason; the others were behind it.
        if (first && !isOver && first.tries + 1 >= maxTries) unanswered(first.request);
        else if (first) again.push({ ...first, tries: isOver ? first.tries : first.tries + 1 });
        again.push(...others);
        resolve();
      });
    });
  }

  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let drawn = draw(); drawn !== undefined; drawn = draw()) {
        again.push(drawn);
        await conversation();
      }
    }),
  );
}
